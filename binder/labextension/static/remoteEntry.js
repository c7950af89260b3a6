/* What jupyterlab-myst leaves open in the chapters. It knows one cell at a time, and no file beside it: a citation
   stays a key with a warning, a term or another page's exercise a link to nowhere, a note in the margin lies over the
   text. JupyterLab loads this file as it is; nothing is built. */

const LEVELS = ["recognition", "application", "analysis", "synthesis", "mastery"];
// Pages without code: as notebooks they would ask for a kernel, and one for Pandoc.
const TEXTS = {
  name: "course-text",
  displayName: "Text of the course",
  pattern: "^(glossary|references|self-check)\\.md$",
  extensions: [],
  mimeTypes: ["text/markdown"],
};
const STYLE = `
.myst .cite-group [title="Citation Not Found"], .myst .cite-group [data-key] { color: inherit; }
.myst .cite-group [data-key] > svg { display: none; }
.myst aside.myst-aside { height: auto; margin-block: 0 1em; padding-inline-start: 1em; border-inline-start: 2px solid var(--jp-border-color2); color: var(--jp-content-font-color2); }
.myst .myst-exercise-body { padding-block-start: 0.5em; }
`;

/** "Devlin et al." out of BibTeX's "Devlin, Jacob and Chang, Ming-Wei and …", as the published pages have it. */
function surnames(authors) {
  const names = authors.split(/\s+and\s+/).map((name) => name.split(",")[0].trim());
  return names.length > 2 ? `${names[0]} et al.` : names.join(" and ");
}

/** Each work's key with who wrote it, when, and its title. */
function readBibliography(text) {
  const works = new Map();
  for (const [, key, entry] of text.matchAll(/^@\w+\{([^,\s]+),(.*?)^\}/gms)) {
    const field = (name) =>
      new RegExp(`^\\s*${name}\\s*=\\s*\\{(.*)\\},?\\s*$`, "m").exec(entry)?.[1].replace(/[{}]/g, "") ?? "";
    works.set(key, { who: surnames(field("author")), year: field("year"), title: field("title") });
  }
  return works;
}

const UNNAMED = '.cite-group [title="Citation Not Found"]';

/** Only texts and attributes change: the nodes are React's. */
function nameCitations(root, works) {
  for (const cite of root.querySelectorAll(UNNAMED)) {
    const words = cite.lastChild;
    const work = works.get(words.nodeValue);
    if (!work) continue;
    cite.dataset.key = words.nodeValue;
    cite.title = work.title;
    words.nodeValue = cite.closest(".narrative") ? `${work.who} (${work.year})` : `${work.who} ${work.year}`;
  }
}

/** A link to a chapter without the file's ending, as {doc} makes it, gets the ending. */
function completeLinks(root) {
  for (const link of root.querySelectorAll('a[data-commandlinker-command="rendermime:handle-local-link"]')) {
    const target = JSON.parse(link.dataset.commandlinkerArgs);
    if (/\/[\w-]+$/.test(`/${target.path}`)) {
      link.dataset.commandlinkerArgs = JSON.stringify({ ...target, path: `${target.path}.md` });
    }
  }
}

/** Where a link without a target leads: to an exercise on a level's page, else to the glossary. */
function whereTo(text) {
  const level = /^([1-5])\.\d$/.exec(text)?.[1];
  return level ? `level-${level}-${LEVELS[level - 1]}.md` : "glossary.md";
}

function activate(app) {
  document.head.append(Object.assign(document.createElement("style"), { textContent: STYLE }));
  app.docRegistry.addFileType(TEXTS, ["Markdown Preview"]);

  /** The folder of the document that shows an element: on Binder "chapters/", on a class's hub one further down. */
  const folderOf = (element) => {
    const shows = [...app.shell.widgets("main")].find((widget) => widget.context && widget.node.contains(element));
    return shows?.context.path.replace(/[^/]*$/, "");
  };
  const bibliographies = new Map(); // by folder: its works, or null while they come and where there are none
  const ask = async (folder) => {
    bibliographies.set(folder, null);
    const listed = await app.serviceManager.contents.get(folder, { content: true });
    if (!listed.content.some((file) => file.name === "references.bib")) return;
    const file = await app.serviceManager.contents.get(`${folder}references.bib`, { format: "text", content: true });
    bibliographies.set(folder, readBibliography(file.content));
    soon();
  };
  const mend = () => {
    for (const root of document.querySelectorAll(".myst")) {
      completeLinks(root);
      if (!root.querySelector(UNNAMED)) continue;
      const folder = folderOf(root);
      if (folder === undefined) continue;
      if (bibliographies.has(folder)) nameCitations(root, bibliographies.get(folder) ?? new Map());
      else ask(folder);
    }
  };
  let waiting = 0;
  const soon = () => waiting ||= requestAnimationFrame(() => (waiting = 0, mend()));
  new MutationObserver(soon).observe(document.body, { childList: true, subtree: true });
  document.body.addEventListener("click", (event) => {
    const link = event.target.closest?.('.myst a.hover-link[href="#"]');
    if (!link) return;
    event.preventDefault();
    app.commands.execute("docmanager:open", { path: (folderOf(link) ?? "") + whereTo(link.textContent.trim()) });
  });
}

const plugin = { id: "bert-exercises:chapters", autoStart: true, activate };
(globalThis._JUPYTERLAB ??= {})["bert-exercises"] = {
  init: () => {},
  get: () => Promise.resolve(() => ({ __esModule: true, default: plugin })),
};
