"""Readers of Moodle XML and QTI 1.2 that share nothing with what writes them: built from the formats' own rules."""

import html
import re
from decimal import Decimal
from xml.etree import ElementTree
from zipfile import ZipFile

# How Moodle itself finds blanks in a cloze text, and the answers in a blank.
ANSWER = r"(?:(=)|%(-?\d+(?:[.,]\d*)?)%)?(.+?(?<!\\|&)(?=[~#}]|$))(?:#(.*?(?<!\\)(?=[~}]|$)))?"
BLANK = re.compile(
    rf"\{{(\d*):(NUMERICAL|MULTICHOICE|SHORTANSWER):({ANSWER.replace('(', '(?:').replace('(?:?', '(?')}"
    rf"(?:~{ANSWER.replace('(', '(?:').replace('(?:?', '(?')})*)\}}"
)
NUMBER = re.compile(r"^(-?(?:\d+[.,]?\d*|[.,]\d+)(?:[eE][-+]?\d+)?)(?::(-?(?:\d+[.,]?\d*|[.,]\d+)(?:[eE][-+]?\d+)?))?$")


def blanks(text):
    """Read the blanks of a cloze text: points, kind and answers (text, tolerance, fraction, feedback)."""
    found = []
    for points, kind, answers in BLANK.findall(text):
        rows = []
        for right, percent, answer, said in re.findall(rf"~?{ANSWER}", answers):
            tolerance = None
            if kind == "NUMERICAL":
                answer, tolerance = NUMBER.match(answer).groups()
            fraction = 1.0 if right else float(percent or 0) / 100
            rows.append((html.unescape(answer), float(tolerance or 0), fraction, html.unescape(said)))
        found.append({"points": int(points), "kind": kind, "answers": rows})
    return found


def read_grid(text):
    """Read a table of ✓ and · as rows of 1 and 0; any other text stays as it is."""
    rows = [re.findall("<td>(.)</td>", row) for row in re.findall("<tr>(.*?)</tr>", text)]
    return "/".join("".join(str("·✓".index(cell)) for cell in row) for row in rows if row) or text


def read_moodle(path):
    """Read a bank: its questions in order, each with type, category, idnumber, text and answers."""
    category, found = None, []
    for question in ElementTree.parse(path).getroot():
        kind = question.get("type")
        if kind == "category":
            category = question.findtext("category/text")
            continue
        found.append(
            {
                "type": kind,
                "category": category,
                "name": question.findtext("name/text"),
                "id": question.findtext("idnumber"),
                "text": question.findtext("questiontext/text"),
                "points": float(question.findtext("defaultgrade") or 0),
                "graderinfo": question.findtext("graderinfo/text"),
                "answers": [
                    (
                        read_grid(html.unescape(answer.findtext("text"))),
                        float(answer.findtext("tolerance") or 0),
                        float(answer.get("fraction")) / 100,
                        answer.findtext("feedback/text"),
                    )
                    for answer in question.iter("answer")
                ],
            }
        )
        if kind == "cloze":
            found[-1]["blanks"] = blanks(found[-1]["text"])
    return found


def plain(root):
    """Take the namespaces off an XML tree."""
    for each in root.iter():
        each.tag = each.tag.rpartition("}")[2]
    return root


def read_qti(path):
    """Read a package: its groups in order, each with how many it picks and its items."""
    with ZipFile(path) as package:
        assert package.testzip() is None
        names = set(package.namelist())
        manifest = plain(ElementTree.fromstring(package.read("imsmanifest.xml")))
        hrefs = {file.get("href") for file in manifest.iter("file")}
        assert hrefs == names - {"imsmanifest.xml"}
        resource = next(each for each in manifest.iter("resource") if each.get("type") == "imsqti_xmlv1p2")
        root = plain(ElementTree.fromstring(package.read(resource.find("file").get("href"))))
    return [
        {
            "title": section.get("title"),
            "picks": int(section.findtext("selection_ordering/selection/selection_number")),
            "points": float(section.findtext(".//points_per_item")),
            "items": [_item(each) for each in section.findall("item")],
        }
        for section in root.find("assessment/section").findall("section")
    ]


def _item(item):
    data = {each.findtext("fieldlabel"): each.findtext("fieldentry") for each in item.iter("qtimetadatafield")}
    said = {each.get("ident"): "".join(each.itertext()).strip() for each in item.findall("itemfeedback")}
    labels = {each.get("ident"): read_grid("".join(each.itertext()).strip()) for each in item.iter("response_label")}
    scored = [each for each in item.iter("respcondition") if each.find("setvar") is not None]
    shown = {
        labels[each.findtext("conditionvar/varequal")]: said[each.find("displayfeedback").get("linkrefid")]
        for each in item.iter("respcondition")
        if each.find("displayfeedback") is not None and each.findtext("conditionvar/varequal") in labels
    }
    return {
        "id": item.get("ident"),
        "type": data["question_type"],
        "points": float(data["points_possible"]),
        "text": item.findtext("presentation/material/mattext"),
        "feedback": said,
        "said_of_options": shown,
        "ranges": [(Decimal(e.findtext(".//vargte")), Decimal(e.findtext(".//varlte"))) for e in item.iter("and")],
        "exact": [Decimal(each.findtext("varequal")) for each in item.iter("or")],
        "right": [
            (each.get("respident"), labels.get(each.text, each.text), float(condition.findtext("setvar")))
            for condition in scored
            for each in condition.findall("conditionvar/varequal")
        ],
        "links": {each.get("linkrefid") for each in item.iter("displayfeedback")},
        "every_range_is_scored": all(
            c.find("setvar") is not None for c in item.iter("respcondition") if c.find(".//vargte") is not None
        ),
    }
