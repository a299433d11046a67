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

/** Lets some things stand out, and all others step back. */
export function point(frame, routes, cities) {
  frame.classList.toggle("pointing", routes.size + cities.size > 0);
  mark(frame, "meant", routes, cities);
}
