// Zooming and moving the map: wheel, two fingers, buttons. At its usual size a finger scrolls the page as everywhere.

const MOST = 6;
const SLOP = 6; // pixels that a finger may move and still mean a click

export class Zoom {
  constructor(view, sheet) {
    this.view = view;
    this.sheet = sheet;
    this.pointers = new Map();
    this.moved = false;
    this.fit();
    this.listeners = {
      wheel: (event) => this.wheeled(event),
      pointerdown: (event) => this.pressed(event),
      pointermove: (event) => this.dragged(event),
      pointerup: (event) => this.released(event),
      pointercancel: (event) => this.released(event),
    };
    for (const [name, listener] of Object.entries(this.listeners)) {
      view.addEventListener(name, listener, { passive: name !== "wheel" });
    }
  }

  end() {
    for (const [name, listener] of Object.entries(this.listeners)) this.view.removeEventListener(name, listener);
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
    const [width, height] = [this.view.clientWidth, this.view.clientHeight];
    this.x = Math.min(0, Math.max(width - width * this.scale, this.x));
    this.y = Math.min(0, Math.max(height - this.sheet.offsetHeight * this.scale, this.y));
    this.sheet.style.transform = `translate(${this.x}px, ${this.y}px) scale(${this.scale})`;
    this.view.classList.toggle("zoomed", this.scale > 1);
  }

  wheeled(event) {
    if (!event.ctrlKey && this.scale === 1 && event.deltaY > 0) return; // the page scrolls
    event.preventDefault();
    const box = this.view.getBoundingClientRect();
    this.by(Math.exp(-event.deltaY / 400), event.clientX - box.left, event.clientY - box.top);
  }

  pressed(event) {
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.pointers.size === 1) {
      this.moved = false;
      this.from = { x: event.clientX, y: event.clientY };
    }
  }

  dragged(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    if (this.pointers.size === 2) this.pinched(event.pointerId, before, now);
    else if (this.scale > 1) this.panned(before, now);
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
    const box = this.view.getBoundingClientRect();
    const spread = (point) => Math.hypot(point.x - other.x, point.y - other.y);
    this.moved = true;
    this.by(
      spread(now) / Math.max(1, spread(before)),
      (now.x + other.x) / 2 - box.left,
      (now.y + other.y) / 2 - box.top,
    );
  }

  released(event) {
    this.pointers.delete(event.pointerId);
  }
}
