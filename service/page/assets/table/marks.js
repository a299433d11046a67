// Classes on the things of a map, by the ids that the server's picture gives them.

export function routesOf(element) {
  return (element.dataset.routes ?? "").split(" "); // a piece of track may be part of several
}

/** Gives a class to the routes and cities that are listed, and takes it from all others. */
export function mark(frame, name, routes, cities) {
  frame.querySelectorAll("[data-routes]").forEach((element) => {
    element.classList.toggle(
      name,
      routesOf(element).some((route) => routes.has(route)),
    );
  });
  frame.querySelectorAll("[data-city]").forEach((element) => {
    element.classList.toggle(name, cities.has(element.dataset.city));
  });
}

/** Marks what may be picked. All routes glow by one outline below them: a glow of its own for each takes a phone too long. */
export function markLegal(frame, routes, cities) {
  frame.querySelectorAll(".halo").forEach((halo) => halo.remove());
  mark(frame, "legal", routes, cities);
  for (const rows of groupsOf(frame, "[data-routes].legal")) rows.prepend(haloOf(rows));
}

function haloOf(rows) {
  const halo = document.createElementNS(rows.namespaceURI, "path");
  const spaces = [...rows.querySelectorAll(":scope > .legal > path:first-child")];
  halo.setAttribute("class", "halo");
  halo.setAttribute("d", spaces.map((space) => space.getAttribute("d")).join(""));
  return halo;
}

/**
 * Lets some things stand out, and all other routes step back: these fade all at once below copies of those that are
 * meant, for to fade each of hundreds takes a phone too long.
 */
export function point(frame, routes, cities) {
  frame.querySelectorAll(".copies").forEach((copies) => copies.remove());
  mark(frame, "meant", routes, cities);
  for (const rows of groupsOf(frame, "[data-routes]")) rows.classList.toggle("faded", routes.size + cities.size > 0);
  for (const rows of groupsOf(frame, "[data-routes].meant")) rows.after(copiesOf(rows));
}

/** What holds routes: the map, and each part of it that is drawn larger. */
function groupsOf(frame, selector) {
  return new Set([...frame.querySelectorAll(selector)].map((row) => row.parentElement));
}

function copiesOf(rows) {
  const copies = rows.cloneNode(false);
  copies.classList.replace("faded", "copies");
  rows.querySelectorAll(":scope > .meant").forEach((row) => {
    copies.append(row.cloneNode(true));
    delete copies.lastChild.dataset.routes; // to be seen, not to be found
  });
  return copies;
}

/** Handlers with which a control lets things stand out while it has the pointer or the focus. */
export function pointing({ marked }, things) {
  const begin = () => (marked.value = things);
  const end = () => (marked.value = null);
  return { onMouseEnter: begin, onMouseLeave: end, onFocusIn: begin, onFocusOut: end };
}
