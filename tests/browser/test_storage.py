"""`course.store`: what a page keeps on the reader's machine, whatever the browser makes of it."""

import json

import pytest

pytestmark = pytest.mark.browser
FORBIDDEN = """for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(globalThis, name,
  {get() { throw new DOMException('', 'SecurityError'); }, configurable: true})"""
FULL = "Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); }"
# Room for so many characters, keys included; more is refused as a browser refuses it.
SMALL = """(() => { const write = Storage.prototype.setItem;
  Storage.prototype.setItem = function (key, text) {
    const others = Object.keys(this).filter(k => k !== key).reduce((sum, k) => sum + k.length + this[k].length, 0);
    if (others + key.length + text.length > ROOM) throw new DOMException('', 'QuotaExceededError');
    write.call(this, key, text);
  }; })()"""


@pytest.fixture
def store(view):
    def open_store(script=None):
        page = view("chapters/references.html")
        page.wait_for_load_state("networkidle")  # what is on its way when a page is left counts as failed
        page.trouble.clear()
        if script:
            page.add_init_script(script)
        page.goto(page.url.replace("references", "self-check"))
        page.wait_for_selector(".deck[data-ready]")
        return page

    return open_store


def call(page, expression):
    return page.evaluate(f"(() => {{ const store = course.store; return {expression}; }})()")


def raw(page, name):
    return page.evaluate(f"localStorage.getItem('bert-exercises:{name}')")


def put(page, name, text):
    page.evaluate("([name, text]) => localStorage.setItem('bert-exercises:' + name, text)", [name, text])


@pytest.mark.parametrize("value", [{"a": [1, 2.5, None]}, [], "word", "", 0, False, {"≈": "½ “x”"}])
def test_what_was_set_is_had_again_also_after_a_reload(store, value):
    page = store()
    assert call(page, f"store.set('t', {json.dumps(value)})") is True
    assert call(page, "store.get('t')") == value
    page.reload()
    assert call(page, "store.get('t')") == value


def test_what_was_never_set_is_the_fallback(store):
    page = store()
    assert call(page, "store.get('t', {a: 1})") == {"a": 1}
    assert call(page, "store.get('t')") is None
    assert call(page, "(store.set('t', null), store.get('t', 'none'))") == "none"
    assert call(page, "(store.set('t', undefined), store.get('t', 'none'))") == "none"


def test_a_value_is_a_copy(store):
    page = store(FORBIDDEN)
    assert call(page, "(() => { const v = {a: 1}; store.set('t', v); v.a = 2; return store.get('t'); })()") == {"a": 1}
    assert call(page, "(() => { store.get('t').a = 3; return store.get('t'); })()") == {"a": 1}


def test_the_key_has_the_books_name_and_the_value_its_version(store):
    page = store()
    call(page, "(store.define('t', {version: 3}), store.set('t', [1]))")
    assert json.loads(raw(page, "t")) == {"version": 3, "value": [1]}


def test_another_kind_of_value_than_the_fallback_is_not_used(store):
    page = store()
    put(page, "t", '{"version":1,"value":"word"}')
    assert call(page, "store.get('t', {})") == {}
    assert raw(page, "t") is None
    assert raw(page, "t:unreadable") == '{"version":1,"value":"word"}'
    put(page, "u", '{"version":1,"value":[]}')
    assert call(page, "store.get('u', {})") == {}


def test_an_older_value_is_brought_up_to_date_and_kept_so_when_set(store):
    page = store()
    put(page, "t", '{"version":1,"value":"a,b"}')
    call(page, "store.define('t', {version: 2, upgrade: (value, version) => [version, ...value.split(',')]})")
    assert call(page, "store.get('t', [])") == [1, "a", "b"]
    call(page, "store.set('t', store.get('t', []))")
    assert json.loads(raw(page, "t")) == {"version": 2, "value": [1, "a", "b"]}


@pytest.mark.parametrize("upgrade", ["null", "() => { throw Error(); }", "() => undefined"])
def test_an_older_value_without_a_way_up_is_set_aside(store, upgrade):
    page = store()
    put(page, "t", '{"version":1,"value":[1]}')
    call(page, f"store.define('t', {{version: 2, upgrade: {upgrade}}})")
    assert call(page, "store.get('t', [])") == []
    assert raw(page, "t:unreadable") == '{"version":1,"value":[1]}'
    assert page.trouble == []


def test_what_cannot_be_read_is_set_aside_even_if_nobody_asked_for_it(store):
    page = store()
    put(page, "t", "{broken")
    assert call(page, "store.set('t', 1)") is True
    assert raw(page, "t:unreadable") == "{broken"


def test_a_newer_value_is_neither_used_nor_overwritten(store):
    page = store()
    newer = '{"version":2,"value":[1]}'
    put(page, "t", newer)
    assert call(page, "store.get('t', 'mine')") == "mine"
    assert call(page, "store.set('t', 'yours')") is False
    assert call(page, "store.get('t', 'mine')") == "yours"
    assert raw(page, "t") == newer
    page.locator(".store-note", has_text="newer version").wait_for()


def test_where_storage_is_forbidden_values_last_as_long_as_the_page(store):
    page = store(FORBIDDEN)
    assert call(page, "store.set('t', 1)") is False
    assert call(page, "store.get('t')") == 1
    assert call(page, "store.names()") == ["t"]
    assert call(page, "store.canKeep()") is False
    assert call(page, "store.remove('t')") is True
    assert call(page, "store.get('t', 0)") == 0
    assert page.trouble == []


def test_a_full_storage_keeps_the_last_value_that_fit_and_goes_on_in_memory(store):
    page = store(SMALL.replace("ROOM", "300"))
    assert call(page, "store.set('t', 'short')") is True
    assert call(page, "store.set('t', 'x'.repeat(1000))") is False
    assert call(page, "store.get('t').length") == 1000
    page.locator(".store-note", has_text="storage is full").wait_for()
    assert page.locator(".store-note").count() == 1
    assert call(page, "store.set('t', 'again')") is True
    page.reload()
    assert call(page, "store.get('t')") == "again"


def test_what_was_set_aside_makes_room_for_what_can_be_read(store):
    page = store(SMALL.replace("ROOM", "300"))
    put(page, "old:unreadable", "x" * 200)
    assert call(page, "store.set('t', 'y'.repeat(150))") is True
    assert raw(page, "old:unreadable") is None


def test_removing_leaves_nothing_of_a_name_and_names_lists_the_rest(store):
    page = store()
    call(page, "(store.set('t', 1), store.set('u', 2))")
    put(page, "t:unreadable", "x")
    page.evaluate("localStorage.setItem('other-site', '1')")
    assert set(call(page, "store.names()")) >= {"t", "u"}
    assert call(page, "store.remove('t')") is True
    assert raw(page, "t") is None
    assert raw(page, "t:unreadable") is None
    assert "t" not in call(page, "store.names()")
    assert "other-site" not in call(page, "store.names()")


def test_another_tabs_change_is_heard_until_it_is_no_longer_wanted(store):
    page = store()
    page.evaluate("globalThis.heard = 0; globalThis.end = course.store.watch('t', () => heard += 1); null")
    other = page.context.new_page()
    other.goto(page.url)
    other.evaluate("course.store.set('u', 1); course.store.set('t', 1)")
    page.wait_for_function("heard === 1")
    page.evaluate("end()")
    other.evaluate("course.store.set('t', 2)")
    page.wait_for_timeout(150)
    assert page.evaluate("heard") == 1


def test_without_a_place_of_its_own_the_sentence_stands_below_the_panel_in_use(store):
    page = store()
    page.evaluate("document.querySelector('[data-store-note]').remove()")
    page.locator(".boxes summary").focus()
    page.evaluate("Storage.prototype.setItem = () => { throw Error(); }; course.store.set('t', 1)")
    page.locator(".panel:has(.boxes) + .store-note[role=status]", has_text="keeps nothing").wait_for()


@pytest.mark.parametrize("script", [FORBIDDEN, FULL], ids=["forbidden", "full"])
def test_search_theme_and_drawers_work_where_storage_refuses(view, script):
    page = view("chapters/references.html", width=800)
    page.add_init_script(script)
    page.goto(page.url.replace("references", "notation"))
    page.trouble.clear()
    button = page.locator(".theme-switch-button:visible")
    seen = set()
    for _ in range(3):
        button.click()
        seen.add(page.evaluate("document.documentElement.dataset.theme"))
    assert seen == {"light", "dark"}
    page.locator(".search-button__button:visible").click()
    page.wait_for_selector("#pst-search-dialog[open]")
    page.keyboard.press("Escape")
    page.locator(".primary-toggle:visible").click()
    page.wait_for_selector("#pst-primary-sidebar-modal[open]")
    assert page.trouble == []


def test_what_was_kept_can_be_read_where_nothing_more_fits(store):
    page = store()
    assert call(page, "store.set('t', 'kept')") is True
    page.add_init_script(FULL)
    page.reload()
    assert call(page, "store.get('t')") == "kept"
    assert call(page, "store.set('t', 'more')") is False
    assert call(page, "store.get('t')") == "more"
