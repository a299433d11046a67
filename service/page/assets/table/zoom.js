// Zooming and moving the map: wheel, fingers, buttons. At its usual size all of it is seen, or all of its width on a phone.

const MOST = 6;
const SLOP = 6; // pixels that a finger may move and still mean a click

export class Zoom {
  /** `fillsWidth`: a window much taller or broader than the map shows its whole width, and is moved up and down. */
  constructor(view, sheet, aspect, fillsWidth) {
    Object.assign(this, { view, sheet, aspect, fillsWidth, pointers: new Map(), moved: false });
    const listen = (name, act) => view.addEventListener(name, (event) => act.call(this, event), { passive: name !== "wheel" });
    listen("wheel", this.wheeled);
    listen("pointerdown", this.pressed);
    listen("pointermove", this.dragged);
    listen("pointerup", this.released);
    listen("pointercancel", this.released);
    this.scale = 1;
    this.x = this.y = 0;
    this.resizing = new ResizeObserver(() => this.measure());
    this.resizing.observe(view);
  }

  /** Its listeners go with the window. */
  end() {
    this.resizing.disconnect();
  }

  /** The size of the map at scale 1, for a window of this size; the middle stays in the middle. */
  measure() {
    const [width, height] = [this.view.clientWidth, this.view.clientHeight];
    const middle = this.width && { x: (this.seenWidth / 2 - this.x) / this.width, y: (this.seenHeight / 2 - this.y) / this.height };
    this.width = this.fillsWidth ? width : Math.min(width, height * this.aspect);
    this.height = this.width / this.aspect;
    Object.assign(this, { seenWidth: width, seenHeight: height });
    this.sheet.style.width = `${this.width}px`;
    this.sheet.style.height = `${this.height}px`;
    if (middle) [this.x, this.y] = [width / 2 - middle.x * this.width, height / 2 - middle.y * this.height];
    this.apply();
  }

  fit() {
    this.scale = 1;
    this.x = this.y = 0;
    this.apply();
  }

  /** Zooms around a point of the window; its middle by default. */
  by(factor, x = this.view.clientWidth / 2, y = this.view.clientHeight / 2) {
    const scale = Math.min(MOST, Math.max(1, this.scale * factor));
    const ratio = scale / this.scale;
    this.x = x - (x - this.x) * ratio;
    this.y = y - (y - this.y) * ratio;
    this.scale = scale;
    this.apply();
  }

  apply() {
    this.x = within(this.x, this.seenWidth, this.width * this.scale);
    this.y = within(this.y, this.seenHeight, this.height * this.scale);
    this.sheet.style.transform = `translate(${this.x}px, ${this.y}px) scale(${this.scale})`;
    this.view.classList.toggle("zoomed", this.scale > 1);
  }

  /** Moves the map so that an element of it is seen, as near to the middle as the edges of the map allow. */
  reveal(element) {
    const [box, seen] = [element.getBoundingClientRect(), this.view.getBoundingClientRect()];
    const inside = box.top >= seen.top && box.bottom <= seen.bottom && box.left >= seen.left && box.right <= seen.right;
    if (inside) return;
    this.x += seen.left + seen.width / 2 - (box.left + box.width / 2);
    this.y += seen.top + seen.height / 2 - (box.top + box.height / 2);
    this.apply();
  }

  /** Zooms around a point of the page. */
  at(factor, x, y) {
    const box = this.view.getBoundingClientRect();
    this.by(factor, x - box.left, y - box.top);
  }

  get isClose() {
    return this.scale > 2;
  }

  wheeled(event) {
    if (!event.ctrlKey && this.scale === 1 && event.deltaY > 0) return; // the page scrolls
    event.preventDefault();
    this.at(Math.exp(-event.deltaY / 400), event.clientX, event.clientY);
  }

  pressed(event) {
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.pointers.size === 1) {
      this.moved = false;
      this.byFinger = event.pointerType === "touch";
      this.from = { x: event.clientX, y: event.clientY };
    }
  }

  dragged(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    if (this.pointers.size === 2) this.pinched(event.pointerId, before, now);
    else this.panned(before, now);
    this.pointers.set(event.pointerId, now);
    if (Math.hypot(now.x - this.from.x, now.y - this.from.y) > SLOP) this.moved = true;
  }

  panned(before, now) {
    this.x += now.x - before.x;
    this.y += now.y - before.y;
    this.apply();
  }

  pinched(id, before, now) {
    const [other] = [...this.pointers].filter(([key]) => key !== id).map(([, point]) => point);
    const spread = (point) => Math.hypot(point.x - other.x, point.y - other.y);
    this.moved = true;
    this.at(spread(now) / Math.max(1, spread(before)), (now.x + other.x) / 2, (now.y + other.y) / 2);
  }

  released(event) {
    this.pointers.delete(event.pointerId);
  }
}

/** Where an edge may lie: a map smaller than the window is in its middle, a larger one leaves no gap. */
function within(edge, seen, size) {
  return size <= seen ? (seen - size) / 2 : Math.min(0, Math.max(seen - size, edge));
}
