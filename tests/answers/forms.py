"""The forms in which a value may be written, for the tests of reading and of judging."""

FULL_WIDTH = str.maketrans("0123456789.,-%", "０１２３４５６７８９．，－％")
ARABIC = str.maketrans("0123456789.%", "٠١٢٣٤٥٦٧٨٩٫٪")


def number_forms(value, decimals):
    """List ways to write a number with so many decimals, all of which are that number."""
    plain = f"{value:.{decimals}f}"
    minus = plain.replace("-", "−")
    bare = plain.replace("0.", ".", 1) if plain.lstrip("-").startswith("0.") else plain
    exponent = f"{plain.replace('.', '')}e-{decimals}" if decimals else f"{plain}e0"
    forms = [plain, minus, bare, plain.replace(".", ","), exponent, exponent.upper(), f"{plain}/1", f"  {plain}\u2009"]
    tens = [f"{plain}×10^0", f"{plain} · 10⁰"]
    around = [f"ca. {plain}", f"p = {minus}", f"({plain})", f"{plain}…", f"{plain}...", f"{plain}."]
    return [*forms, *tens, *around, f"≈{minus}", f"≈ {plain}", minus.translate(FULL_WIDTH), plain.translate(ARABIC)]


def percent_forms(value, decimals):
    """List ways to write a share as a percent, with two decimals fewer."""
    percent = f"{100 * value:.{decimals - 2}f}"
    comma = percent.replace(".", ",")
    return [
        f"{percent} %",
        f"{percent}%",
        f"{comma}%",
        f"{percent}\u202f%",
        f"{percent} percent",
        f"{percent}％",
        f"({percent} %)",
    ]


def shape_forms(shape):
    """List ways to write a shape."""
    parts = [str(each) for each in shape]
    joined = [separator.join(parts) for separator in (",", ", ", "x", " x ", "×", " × ", "*")]
    brackets = [form for inner in joined for form in (inner, f"({inner})", f"[{inner}]")]
    named = [f"torch.Size([{joined[1]}])", f"W = ({joined[0]}).", f"[{']['.join(parts)}]", " by ".join(parts)]
    return [*brackets, *named, f"({', '.join(parts)},)", f" {joined[0].upper()} ", tuple(shape), list(shape)]


def mask_forms(grid):
    """List ways to write a grid."""
    rows = grid.split("/")
    ticks = [row.replace("1", "✓").replace("0", "·") for row in rows]
    joined = [separator.join(rows) for separator in (" / ", "|", ";", "\n", " ", "\r\n", "／")]
    nested = str([[int(cell) for cell in row] for row in rows])
    return [grid, *joined, "/".join(ticks), "\n".join(ticks), nested, nested.replace("[", "(").replace("]", ")/")]


def decimals_of(value):
    """Count the decimals of a number that is printed as short as can be."""
    return len(f"{value:.9f}".rstrip("0").partition(".")[2])


def forms_of(field, value):
    """List the forms in which a value of a field may be written."""
    match field["kind"]:
        case "number":
            decimals = field["decimals"] if value == field["answer"] else max(3, field["decimals"])
            forms = number_forms(value, decimals)
            if field["percent"] == "probability":
                forms += percent_forms(value, decimals)
            is_told = value == field["answer"] or decimals_of(value) >= field["decimals"] - 1  # else too few digits
            exact = [value] if is_told else []
            return [*forms, *exact, *(f"{form} {unit}" for form in forms[:2] for unit in field["units"])]
        case "count":
            value = round(value, 9)
            forms = [*number_forms(value, decimals_of(value)), value]
            if field["percent"] == "percent":
                share = f"{value / 100:.6f}".rstrip("0")
                return [*forms, *(f"{form} %" for form in forms[:2]), *([share] if value < 100 else [])]
            return [*forms, *(f"{forms[0]} {unit}" for unit in field["units"])]
        case "shape":
            return shape_forms(value)
        case "mask":
            return mask_forms(value)
        case "choice":
            return [value, value.upper(), f" {value}. ", *field["also"].get(value, ())]
        case _:
            return [value, value.lower(), value.strip("[]"), f"the {value} token", f"<{value}>"]


def fields_of(exercises, kinds):
    """List the fields of these kinds, each with its exercise."""
    return [(each, field) for each in exercises for field in each.keyed if isinstance(field, kinds)]
