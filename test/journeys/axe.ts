import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type axe from 'axe-core';

/*
 * Axe as the journeys give it to each document: it finds the same, for less. Whatever stands here may make a search cheaper, never
 * blinder: axe itself judges everything that could be judged otherwise.
 */

/**
 * Axe's colours keep each of their six parts in a WeakMap, and a search makes tens of thousands of them: a third of its time, and most of
 * what is cleared away afterwards. What axe is given instead keeps it on the thing itself, under a name that nobody else has.
 */
const keepOnThings = `class KeptOnThings {
  key = Symbol();
  others = new WeakMap();
  set(thing, value) {
    if (thing instanceof Node || !Object.isExtensible(thing)) this.others.set(thing, value);
    else thing[this.key] = value;
    return this;
  }
  add(thing) { return this.set(thing, true); }
  get(thing) { return this.key in thing ? thing[this.key] : this.others.get(thing); }
  has(thing) { return this.key in thing || this.others.has(thing); }
}`;

/** Axe reads the text of a colour anew for each element and each layer beneath it: two fifths of what a search for contrast takes. */
const readColoursOnce = `{
  const { prototype } = axe.commons.color.Color;
  const read = prototype.parseString;
  const known = new Map();
  prototype.parseString = function (text) {
    if (!known.has(text)) {
      read.call(this, text);
      known.set(text, { r: this.r, g: this.g, b: this.b, alpha: this.alpha });
    }
    return Object.assign(this, known.get(text));
  };
}`;

/** Axe in a page, with what `judgeLooksOnce` adds. */
export type AxeInPage = typeof axe & {
  /** Before each search: the page may look otherwise than at the last one. */
  forgetLooks(): void;
};

/** What axe keeps its checks in. */
interface Audit {
  readonly checks: { readonly 'color-contrast': ContrastCheck };
}

interface ContrastCheck {
  evaluate(this: CheckHelper, node: Element, ...rest: unknown[]): boolean | undefined;
}

interface CheckHelper {
  data(told: Contrast): void;
}

interface Contrast {
  readonly contrastRatio?: number | null;
  readonly fgColor?: string;
  readonly messageKey?: string | null;
}

/**
 * The cells of a column have one contrast. Where one of them has been found good, so is what has the same letters on the same layers.
 * Where something that paints lies across it, or something that it lies on ends beneath it, its place counts too: there axe looks.
 * Runs inside of the page and so is sent there as it is written.
 */
// oxlint-disable-next-line max-lines-per-function -- it goes to the page as one piece
function judgeLooksOnce(): void {
  const core: AxeInPage = Reflect.get(window, 'axe');
  const { 'color-contrast': check } = (Reflect.get(core, '_audit') as Audit).checks;
  const judge = check.evaluate;
  const ofLayers = ['background-color', 'background-image', 'opacity', 'mix-blend-mode', 'position', 'z-index'];
  const ofStrokes = ['-webkit-text-stroke-width', '-webkit-text-stroke-color', 'text-shadow'];
  const ofLetters = ['color', '-webkit-text-fill-color', 'font-size', 'font-weight', ...ofStrokes];
  const graphics = 'img, canvas, object, iframe, video, svg';
  let good: Map<string, Contrast>;
  let numbers: Map<string, number>;
  let layersOf: Map<Element, number>;
  let painted: readonly (readonly [Element, DOMRect])[] | undefined;
  core.forgetLooks = () => {
    good = new Map();
    numbers = new Map();
    layersOf = new Map();
    painted = undefined;
  };
  core.forgetLooks();
  check.evaluate = function evaluate(node, ...rest) {
    const look = dependsOnPlace(node) ? undefined : `${layers(node)} ${told(node, ofLetters)}`;
    const known = look === undefined ? undefined : good.get(look);
    if (known) {
      this.data(known);
      return true;
    }
    let contrast: Contrast = {};
    const data = (found: Contrast): void => {
      contrast = found;
      this.data(found);
    };
    const verdict = judge.call(Object.assign(Object.create(this) as CheckHelper, { data }), node, ...rest);
    const { contrastRatio, fgColor, messageKey } = contrast;
    const isSure = typeof contrastRatio === 'number' && fgColor !== undefined && (messageKey ?? '') === '';
    if (verdict === true && isSure && look !== undefined) good.set(look, contrast);
    return verdict;
  };

  function told(element: Element, names: readonly string[]): string {
    const style = getComputedStyle(element);
    return names.map((name) => style.getPropertyValue(name)).join('|');
  }

  /** One number for all that lie on the same layers. */
  function layers(element: Element): number {
    const known = layersOf.get(element);
    if (known !== undefined) return known;
    const beneath = element.parentElement ? layers(element.parentElement) : 0;
    const all = `${beneath} ${told(element, ofLayers)}`;
    const number = numbers.get(all) ?? numbers.size + 1;
    numbers.set(all, number);
    layersOf.set(element, number);
    return number;
  }

  function dependsOnPlace(element: Element): boolean {
    painted ??= [...document.querySelectorAll('body *')].flatMap((place) =>
      isPainted(place) ? [[place, place.getBoundingClientRect()]] : [],
    );
    const box = boxOf(element);
    return painted.some(([place, { left, top, right, bottom }]) =>
      place.contains(element)
        ? left > box.left || top > box.top || right < box.right || bottom < box.bottom
        : left < box.right && top < box.bottom && right > box.left && bottom > box.top,
    );
  }

  function isPainted(place: Element): boolean {
    const { backgroundColor, backgroundImage } = getComputedStyle(place);
    return backgroundColor !== 'rgba(0, 0, 0, 0)' || backgroundImage !== 'none' || place.matches(graphics);
  }

  /** Its own box and that of its words, which may reach beyond. */
  function boxOf(element: Element): Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'> {
    const own = element.getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(element);
    const words = range.getBoundingClientRect();
    if (words.width === 0) return own;
    return {
      left: Math.min(own.left, words.left),
      top: Math.min(own.top, words.top),
      right: Math.max(own.right, words.right),
      bottom: Math.max(own.bottom, words.bottom),
    };
  }
}

/** What each document is given: the packed text, since all of it goes from here into the browser and is read there each time. */
export const axeSource = `{
  ${keepOnThings}
  ((WeakMap, WeakSet) => {
    ${readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')};
    ${readColoursOnce}
  })(KeptOnThings, KeptOnThings);
  (${judgeLooksOnce.toString()})();
}`;
