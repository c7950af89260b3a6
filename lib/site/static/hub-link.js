/* The form that makes a link for a JupyterHub: it is put together here and sent nowhere. */
"use strict";
(() => {
  /** The link that brings a repository by nbgitpuller and opens a file of it; `hub_address` in lib/site/launch.py says the same. */
  function hubLink({ hub, repository, branch, path }) {
    const home = repository.replace(/\/+$/, "");
    const folder = home.slice(home.lastIndexOf("/") + 1);
    const asked = { repo: home, branch, urlpath: `lab/tree/${folder}/${path}` };
    const query = Object.entries(asked).map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
    return `${hub.replace(/\/+$/, "")}/hub/user-redirect/git-pull?${query}`;
  }

  for (const place of document.querySelectorAll(".hub-link")) {
    const form = place.querySelector("form");
    const link = place.querySelector(".made a");
    const said = form.querySelector("[role=status]");
    const value = (name) => form.elements[name].value.trim();

    const show = () => {
      const other = form.elements.path.closest("label");
      other.hidden = value("chapter") !== "";
      const isAddress = /^https?:\/\/[^\s/]+/.test(value("hub"));
      said.textContent = value("hub") && !isAddress ? "A hub’s address begins with https://." : "";
      link.href = hubLink({
        hub: isAddress ? value("hub") : form.elements.hub.placeholder,
        repository: value("repository") || form.elements.repository.defaultValue,
        branch: value("branch") || form.elements.branch.defaultValue,
        path: value("chapter") || value("path") || form.elements.path.placeholder,
      });
      link.textContent = link.href;
    };

    form.addEventListener("input", show);
    form.addEventListener("submit", (event) => event.preventDefault());
    form.querySelector("[data-copy]").addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(link.href);
        said.textContent = "Copied.";
      } catch {
        getSelection().selectAllChildren(link);
        said.textContent = "Your browser lets no page copy. The link is selected: press Ctrl or ⌘ and C.";
      }
    });
    show();
  }
})();
