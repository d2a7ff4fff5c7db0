"""Write the vocabulary for other programs."""

from argparse import ArgumentParser
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.core.validators import URLValidator

from catalogue.exports import VOCABULARY_FORMATS, vocabulary_of
from catalogue.management.arguments import check_output, named_path
from catalogue.management.writing import print_pieces, write_whole
from catalogue.models import Tag, TagKind


class Command(BaseCommand):
    help = (
        "Write the shared tags as CSV or SKOS, with states, patterns and former addresses; with --public those that "
        "everybody sees, without. load_vocabulary and the curators' desk read the file back."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--format", default="csv", choices=sorted(VOCABULARY_FORMATS))
        parser.add_argument("--output", type=named_path, metavar="FILE", help="default: standard output")
        parser.add_argument("--kind", default="", choices=TagKind.values, help="tags of one kind only")
        parser.add_argument("--public", action="store_true", help="what everybody may download")
        parser.add_argument(
            "--address", default="", metavar="URL", help="of the site; the URIs of SKOS begin with it: https://…"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        site = options["address"].removesuffix("/")
        try:
            if site or options["format"] != "csv":
                URLValidator(schemes=["http", "https"])(site)
        except ValidationError:
            raise CommandError("--address: name that of the site, as https://papers.example.org") from None
        tags = Tag.objects.public() if options["public"] else Tag.objects.shared()
        tags = tags.filter(kind=options["kind"]) if options["kind"] else tags
        vocabulary = vocabulary_of(tags, site, whole=not options["public"])
        text = VOCABULARY_FORMATS[options["format"]].write(vocabulary)
        if options["output"] is None:
            print_pieces(self.stdout, [text])
        else:
            check_output(options["output"])
            write_whole(options["output"].resolve(), [text])
            self.stderr.write(f"{len(vocabulary.concepts):,} tags")
