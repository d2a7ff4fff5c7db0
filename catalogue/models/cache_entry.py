from django.db import models


class CacheEntry(models.Model):
    """A row of the cache that all processes share; Django's database cache reads and writes it past this model.

    The columns are those it demands, so that `migrate` makes the table. It holds how often somebody tried to sign in.
    """

    cache_key = models.CharField(max_length=255, primary_key=True)
    value = models.TextField()
    expires = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return self.cache_key
