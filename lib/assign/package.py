"""The zip that holds a QTI assessment: the same bytes for the same questions."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from xml.etree.ElementTree import Element
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from lib.assign.xml import add, written

_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'
_QTI = "http://www.imsglobal.org/xsd/ims_qtiasiv1p2"
_CONTENT = "http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1"
_CANVAS = "http://canvas.instructure.com/xsd/cccv1p0"
_SAME_DATE = (1980, 1, 1, 0, 0, 0)


def write_package(path: Path, ident: str, title: str, points: int, sections: Iterable[Element]) -> None:
    """Write a package with one assessment; `sections` are its groups (`lib.assign.qti.pick_one`)."""
    with ZipFile(path, "w") as package:
        _put(package, "imsmanifest.xml", written(_manifest(ident, title), level=0))
        _put(package, f"{ident}/assessment_meta.xml", written(_meta(ident, title, points), level=0))
        head = Element("assessment", ident=ident, title=title)
        attempts = add(add(head, "qtimetadata"), "qtimetadatafield")
        add(attempts, "fieldlabel", "cc_maxattempts")
        add(attempts, "fieldentry", 1)
        root = add(head, "section", ident="root_section")
        root.extend(sections)
        interop = Element("questestinterop", xmlns=_QTI)
        interop.append(head)
        _put(package, f"{ident}/{ident}.xml", written(interop, level=0))


def _put(package: ZipFile, name: str, text: str) -> None:
    entry = ZipInfo(name, _SAME_DATE)
    entry.compress_type = ZIP_DEFLATED
    entry.external_attr = 0o644 << 16
    package.writestr(entry, _DECLARATION + text)


def _manifest(ident: str, title: str) -> Element:
    made = Element("manifest", identifier=f"{ident}-manifest", xmlns=_CONTENT)
    made.set("xmlns:imsmd", "http://www.imsglobal.org/xsd/imsmd_v1p2")
    metadata = add(made, "metadata")
    add(metadata, "schema", "IMS Content")
    add(metadata, "schemaversion", "1.1.3")
    add(add(add(add(metadata, "imsmd:lom"), "imsmd:general"), "imsmd:title"), "imsmd:string", title)
    add(made, "organizations")
    resources = add(made, "resources")
    assessment = add(resources, "resource", identifier=ident, type="imsqti_xmlv1p2")
    add(assessment, "file", href=f"{ident}/{ident}.xml")
    add(assessment, "dependency", identifierref=f"{ident}-meta")
    kind = "associatedcontent/imscc_xmlv1p1/learning-application-resource"
    meta = add(resources, "resource", identifier=f"{ident}-meta", type=kind, href=f"{ident}/assessment_meta.xml")
    add(meta, "file", href=f"{ident}/assessment_meta.xml")
    return made


def _meta(ident: str, title: str, points: int) -> Element:
    made = Element("quiz", identifier=ident, xmlns=_CANVAS)
    add(made, "title", title)
    add(made, "shuffle_answers", "false")
    add(made, "quiz_type", "assignment")
    add(made, "points_possible", f"{points}.0")
    add(made, "allowed_attempts", 1)
    add(made, "available", "false")
    return made
