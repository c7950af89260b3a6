/* The course's own behavior on a page. No library, no request. */
"use strict";
(() => {
  /* What scrolls sideways can be reached, and so scrolled, by keyboard. */
  const reachable = () => {
    for (const box of document.querySelectorAll(".formula, .scroller, pre")) {
      if (box.scrollWidth > box.clientWidth + 1) box.tabIndex = 0;
      else box.removeAttribute("tabindex");
    }
  };
  addEventListener("resize", reachable);
  document.addEventListener("toggle", reachable, true);
  document.addEventListener("course:changed", reachable);
  document.fonts?.ready.then(reachable);
  reachable();

  /* A link followed from a drawer leaves it. */
  for (const drawer of document.querySelectorAll("dialog")) {
    drawer.addEventListener("click", (event) => event.target.closest("a") && drawer.close());
  }

  /* What follows a card prints its answer: it opens with the solution, or when a check finds the exercise done. */
  const openAfter = (section) => section?.querySelector(":scope > details.after")?.setAttribute("open", "");
  document.addEventListener("toggle", ({ target }) => {
    if (target.open && target.matches("details.solution")) openAfter(target.closest("section"));
  }, true);
  document.addEventListener("course:answered", ({ detail: { id, state, isCheck } }) => {
    if (isCheck && (state === "right" || state === "judged")) openAfter(document.getElementById(id));
  });

  /* Sphinx's search fetches each page that it found for a few words of it, which a browser refuses to a local file. */
  if (location.protocol === "file:") DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = false;

  /* A place that has moved leads on. */
  const leadOn = () => document.querySelector(".moved:target a")?.click();
  addEventListener("hashchange", leadOn);
  leadOn();

  document.querySelector("[data-print]")?.addEventListener("click", () => print());
})();
