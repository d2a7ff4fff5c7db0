"""How well the areas that authors chose follow from the areas that are found."""

import json
from pathlib import Path

import numpy as np
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import KFold, cross_val_predict
from sklearn.pipeline import make_pipeline
from sklearn.svm import LinearSVC
from starter import vocabulary
from train_subjects import FOLDS, KINDS, Matrix, annotated, unseen

# Scores beyond this are as good as certain.
CERTAIN = 8.0


def agreement(path: Path) -> tuple[float, float]:
    """Return the shares of papers whose `primary_area` is told right, by a mapping from our scores and by words alone.

    Both are learnt on three quarters of the papers and measured on the fourth, four times. Our scores come from models
    that have not seen the paper they score, on all features: the shipped choice of features has seen every paper.
    The mapping is a multinomial regression on the scores.
    """
    papers = {paper["id"]: paper for paper in map(json.loads, path.read_text(encoding="utf-8").splitlines())}
    ids, texts, found = annotated(path)
    chosen = np.array([papers[each]["primary_area"] for each in ids])
    rows = Matrix(texts, vocabulary()).rows
    columns = []
    for kind in KINDS:
        slugs = sorted({slug for paper in found for slug in paper[kind]})
        given = np.array([[slug in paper[kind] for slug in slugs] for paper in found])
        first = np.array([[paper[kind][:1] == [slug] for slug in slugs] for paper in found])
        columns += [unseen(rows, given, kind), unseen(rows, first, kind)]
    scores = np.clip(np.hstack(columns), -CERTAIN, CERTAIN)
    signs = np.hstack([scores / 3, 1 / (1 + np.exp(-scores))])
    folds = KFold(FOLDS, shuffle=True, random_state=0)
    ours = cross_val_predict(LogisticRegression(C=0.03, max_iter=1000), signs, chosen, cv=folds)
    by_words = make_pipeline(TfidfVectorizer(), LinearSVC())
    words = cross_val_predict(by_words, [papers[each]["abstract"] for each in ids], chosen, cv=folds)
    return float((ours == chosen).mean()), float((words == chosen).mean())
