/* What a page keeps on the reader's own machine: `course.store`. A classic script without requests.

   get(name, fallback)   what was kept under a name; the fallback where there is nothing that can be read
   set(name, value)      keeps a value that JSON can write; true if it outlives the page, else it lasts as long as the page
   remove(name)          forgets it; true if nothing of it is left
   define(name, { version, upgrade })   the form in which a name is kept, 1 unless told; `upgrade(value, version)` brings
                         an older value up to it
   watch(name, act)      calls `act` when another tab changed the name; returns a function that ends it
   names()               every name that something is kept under
   canKeep()             whether anything would outlive the page

   Nothing here throws for what the browser or an earlier version of the book has done. A value that can't be read is set
   aside under `NAME:unreadable` instead of being overwritten; one from a newer version of the book is left alone. Where
   nothing can be kept, one sentence says so: in `[data-store-note]`, else below the panel in use, else above the text. */
"use strict";
(() => {
  const PREFIX = "bert-exercises:"; // other sites may share the address's host, and so its storage
  const ASIDE = ":unreadable";
  const NOTES = {
    forbidden: "This browser keeps nothing for this page: what you do here lasts until you leave the page.",
    full: "The browser’s storage is full: what you do from here on lasts until you leave the page.",
    newer: "A newer version of this book has been open here: what you do on this page lasts until you leave it.",
  };
  const forms = new Map();
  const held = new Map(); // what could not be written, as text
  const kindOf = (value) => Array.isArray(value) ? "array" : typeof value;
  const versionOf = (name) => forms.get(name)?.version ?? 1;

  function disk() {
    try {
      const storage = globalThis.localStorage;
      return storage instanceof Storage ? storage : storage?.behind ?? null; // the page's head may have put a stand-in
    } catch {
      return null; // refused by the reader's settings
    }
  }

  function read(name) {
    try {
      return disk()?.getItem(PREFIX + name) ?? null;
    } catch {
      return null;
    }
  }

  /** The envelope around a value, or null if this is none. */
  function envelopeOf(text) {
    try {
      const found = JSON.parse(text);
      return Number.isInteger(found?.version) && Object.hasOwn(found, "value") ? found : null;
    } catch {
      return null;
    }
  }

  /** The value in an envelope in today's form, or undefined if there is no way to it. */
  function valueOf(name, envelope) {
    if (!envelope || envelope.version > versionOf(name)) return undefined;
    if (envelope.version === versionOf(name)) return envelope.value;
    try {
      return forms.get(name).upgrade(envelope.value, envelope.version);
    } catch {
      return undefined;
    }
  }

  const isNewer = (name, envelope) => envelope !== null && envelope.version > versionOf(name);

  function setAside(name, text) {
    try {
      disk().setItem(PREFIX + name + ASIDE, text);
      disk().removeItem(PREFIX + name);
    } catch {
      // It stays where it is until something takes its place.
    }
  }

  function get(name, fallback = null) {
    const text = held.get(name) ?? read(name);
    if (text === null) return fallback;
    const envelope = envelopeOf(text);
    const value = valueOf(name, envelope);
    const isUsable = value !== undefined && (fallback === null || kindOf(value) === kindOf(fallback));
    if (isUsable && value !== null) return value;
    if (!isUsable && !isNewer(name, envelope)) setAside(name, text);
    return fallback;
  }

  function write(name, text) {
    try {
      disk().setItem(PREFIX + name, text);
      return true;
    } catch {
      return false;
    }
  }

  /** Make room by letting go of what could not be read. */
  function clear() {
    const aside = keys().filter((key) => key.endsWith(ASIDE));
    for (const key of aside) disk().removeItem(key);
    return aside.length > 0;
  }

  function set(name, value) {
    const text = JSON.stringify({ version: versionOf(name), value: value ?? null });
    const before = read(name);
    const envelope = before === null ? null : envelopeOf(before);
    const blocked = isNewer(name, envelope);
    if (before !== null && !blocked && valueOf(name, envelope) === undefined) setAside(name, before);
    if (!blocked && (write(name, text) || (clear() && write(name, text)))) {
      held.delete(name);
      return true;
    }
    held.set(name, text);
    note(blocked ? "newer" : refusal() || "full");
    return false;
  }

  function remove(name) {
    held.delete(name);
    try {
      for (const key of [name, name + ASIDE]) disk()?.removeItem(PREFIX + key);
      return true;
    } catch {
      return false;
    }
  }

  function keys() {
    try {
      return Object.keys(disk() ?? {}).filter((key) => key.startsWith(PREFIX));
    } catch {
      return [];
    }
  }

  function names() {
    const onDisk = keys().filter((key) => !key.endsWith(ASIDE)).map((key) => key.slice(PREFIX.length));
    return [...new Set([...onDisk, ...held.keys()])].sort();
  }

  /** Why not even something small can be kept: "full", "forbidden", or "" if it can. */
  function refusal() {
    try {
      disk().setItem(`${PREFIX}probe`, "1");
      disk().removeItem(`${PREFIX}probe`);
      return "";
    } catch (error) {
      return error?.name?.includes("Quota") ? "full" : "forbidden";
    }
  }

  function canKeep() {
    const why = refusal();
    if (why) note(why);
    return !why;
  }

  function watch(name, act) {
    const heard = (event) => {
      if (event.key === null || event.key === PREFIX + name) act();
    };
    addEventListener("storage", heard);
    return () => removeEventListener("storage", heard);
  }

  let line = null;
  function note(why) {
    if (line !== null) return;
    line = document.createElement("p");
    line.className = "store-note";
    line.setAttribute("role", "status");
    const place = document.querySelector("[data-store-note]");
    const panel = document.activeElement?.closest(".panel");
    if (place) place.append(line);
    else if (panel) panel.after(line);
    else document.querySelector("article")?.prepend(line);
    // Set after the line is there, so that it is read out.
    setTimeout(() => line.textContent = NOTES[why], 0);
  }

  function define(name, { version = 1, upgrade = null } = {}) {
    forms.set(name, { version, upgrade });
  }

  const store = Object.freeze({ get, set, remove, define, watch, names, canKeep });
  globalThis.course = Object.assign(globalThis.course ?? {}, { store });
})();
