// Proves a record beside the page, so that the page stays responsive.

import { Broken } from "./decks.js";
import { prove } from "./proof.js";

self.onmessage = ({ data }) => {
  try {
    const held = prove(data, (check) => self.postMessage({ check }));
    self.postMessage({ held });
  } catch (error) {
    const broken = error instanceof Broken ? error : { version: null, message: "unreadable" };
    self.postMessage({ broken: { version: broken.version, reason: broken.message } });
  }
};
