"""Abstracts in many languages, written for the tests of the encodings. None is a published text."""

ENGLISH = (
    "Large language models are “aligned” with human preferences—yet the reward model’s errors are rarely measured. "
    "We introduce a benchmark of 4,200 preference pairs, collected from 31 annotators, and show that reward hacking "
    "isn’t an artefact of scale: it persists from 1–70 billion parameters. A simple correction, which we call "
    "‘anchored’ reward, reduces over-optimisation by 38 % without any loss in helpfulness…"
)
ENGLISH_WITH_ONE_NAME = (
    "We revisit the Fréchet Inception Distance and show that it disagrees with human raters on four of seven tasks. "
    "Our replacement needs ten times fewer samples, is unbiased, and costs no more to compute. Experiments on image and "
    "video generation confirm that rankings become stable with as few as five hundred samples per model."
)
FRENCH = (
    "Nous présentons une méthode d'apprentissage auto-supervisé pour la traduction automatique des langues peu dotées. "
    "Contrairement aux approches antérieures, notre modèle n'exige aucun corpus parallèle : il s'appuie sur l'alignement "
    "des représentations à l'échelle de la phrase. Les résultats obtenus sur huit paires de langues montrent une "
    "amélioration moyenne de 3,2 points, même lorsque les données sont bruitées ou très réduites."
)
GERMAN = (
    "Wir stellen ein Verfahren vor, das große Sprachmodelle für die Übersetzung gesprochener Sprache nutzbar macht. "
    "Während frühere Ansätze auf vollständig annotierte Daten angewiesen waren, genügen uns wenige Stunden Material. "
    "Die Ergebnisse zeigen, dass die Fehlerrate um ein Drittel sinkt und die Qualität über alle Sprachen gleichmäßig ist."
)
SPANISH = (
    "En este artículo proponemos un método de aprendizaje por refuerzo que no requiere una función de recompensa explícita. "
    "A través de la comparación de trayectorias, el agente aprende políticas más seguras en menos tiempo. ¿Por qué funciona? "
    "El análisis teórico demuestra que la exploración está acotada; además, los experimentos en doce entornos así lo confirman."
)
POLISH = (
    "W pracy przedstawiamy metodę uczenia reprezentacji grafów, która nie wymaga etykiet i działa również dla dużych sieci. "
    "Głównym pomysłem jest porównywanie sąsiedztw różnej wielkości, dzięki czemu model zachowuje własności lokalne oraz "
    "globalne. Wyniki na dziesięciu zbiorach danych pokazują, że nasze podejście przewyższa dotychczasowe rozwiązania."
)
CZECH = (
    "V tomto článku představujeme metodu pro učení reprezentací grafů, která nevyžaduje žádné popisky a škáluje na velké "
    "sítě. Hlavní myšlenkou je porovnávání sousedství různých velikostí, díky čemuž si model zachovává lokální i globální "
    "vlastnosti. Výsledky na deseti datových sadách ukazují, že náš přístup překonává dosavadní řešení."
)
RUSSIAN = (
    "В работе предложен метод обучения без учителя для построения представлений графов. В отличие от существующих подходов, "
    "он не требует разметки и масштабируется на сети с миллионами вершин. Основная идея заключается в сравнении окрестностей "
    "разного размера, благодаря чему модель сохраняет как локальные, так и глобальные свойства. Эксперименты на десяти "
    "наборах данных показывают, что предложенный подход превосходит известные решения."
)
GREEK = (
    "Στην εργασία αυτή παρουσιάζουμε μια μέθοδο μάθησης αναπαραστάσεων για γράφους, η οποία δεν απαιτεί ετικέτες και "
    "κλιμακώνεται σε μεγάλα δίκτυα. Η βασική ιδέα είναι η σύγκριση γειτονιών διαφορετικού μεγέθους, ώστε το μοντέλο να "
    "διατηρεί τόσο τοπικές όσο και καθολικές ιδιότητες. Τα πειράματα σε δέκα σύνολα δεδομένων επιβεβαιώνουν τα αποτελέσματα."
)
SIMPLIFIED_CHINESE = (
    "大语言模型在各种任务中表现出色，但其推理过程往往缺乏可解释性。本文提出了一种基于因果图的推理框架，能够在不增加训练成本的情况下提高模型的"
    "可靠性。我们在八个公开数据集上进行了实验，结果表明该方法平均提升了百分之四点三，并且显著减少了错误的中间步骤。此外，我们还分析了不同规模模型"
    "之间的差异，为今后的研究提供了新的方向。"
)
TRADITIONAL_CHINESE = (
    "大型語言模型在各種任務中表現出色，但其推理過程往往缺乏可解釋性。本文提出了一種基於因果圖的推理框架，能夠在不增加訓練成本的情況下提高模型的"
    "可靠性。我們在八個公開資料集上進行了實驗，結果顯示該方法平均提升了百分之四點三，並且顯著減少了錯誤的中間步驟。此外，我們還分析了不同規模模型"
    "之間的差異，為今後的研究提供了新的方向。"
)
JAPANESE = (
    "大規模言語モデルは多くのタスクで高い性能を示すが、その推論過程は必ずしも説明可能ではない。本研究では、因果グラフに基づく推論の枠組みを提案し、"
    "学習コストを増やすことなくモデルの信頼性を向上させる。八つの公開データセットで評価した結果、提案手法は平均で四ポイントの改善を達成し、"
    "誤った中間ステップを大幅に減らせることが分かった。さらに、モデルの規模による違いについても考察する。"
)
KOREAN = (
    "대규모 언어 모델은 다양한 과제에서 뛰어난 성능을 보이지만 추론 과정을 설명하기 어렵다는 문제가 있다. 본 논문에서는 인과 그래프에 기반한 추론 "
    "방법을 제안하고, 추가 학습 비용 없이 모델의 신뢰성을 높일 수 있음을 보인다. 여덟 개의 공개 데이터셋에서 실험한 결과 제안한 방법은 평균 사 점 "
    "삼 퍼센트의 성능 향상을 달성하였으며 잘못된 중간 단계를 크게 줄였다."
)
