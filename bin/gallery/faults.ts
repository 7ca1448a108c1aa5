/**
 * What can be seen to be wrong on the page as it stands, in sentences. Runs inside of the page and so is sent there as it
 * is written: nothing outside of its own braces is at hand.
 */
// oxlint-disable-next-line max-lines-per-function -- it goes to the page as one piece
export function findFaults({ isForeign }: { readonly isForeign: boolean }): string[] {
  const faults: string[] = [];
  const root = document.documentElement;
  // Where a language is not offered, the page comes in English and says so.
  const isOtherTongue = isForeign || root.lang.startsWith('en');
  const over = root.scrollWidth - root.clientWidth;
  if (over > 0) faults.push(`${over} px wider than the screen`);
  const heads = [...document.querySelectorAll('h1')].filter((head) => head.checkVisibility());
  if (heads.length === 0) faults.push('no head of the first level');
  for (const [element, text] of wordsShown()) {
    if (isCut(element)) faults.push(`cut off: ${named(element)} "${text.slice(0, 60)}"`);
    // The desk shows the names of settings and acts as such.
    if (/^[a-z]{2,}(\.[a-z][A-Za-z_]+)+$/.test(text) && !element.closest('code, pre'))
      faults.push(`an id instead of words: ${text}`);
    if (!isOtherTongue && isEnglish(element, text)) faults.push(`not translated: "${text.slice(0, 80)}"`);
  }
  for (const field of document.querySelectorAll<HTMLSelectElement>('select')) {
    // One that lies unseen over what shows of it cuts nothing off.
    if (field.checkVisibility({ opacityProperty: true }) && isChoiceCut(field))
      faults.push(`cut off: ${named(field)} "${field.selectedOptions[0]?.text}"`);
  }
  for (const button of document.querySelectorAll<HTMLElement>(':is(a, button)[data-look]')) {
    if (button.checkVisibility() && isBroken(button)) faults.push(`words of a button on two lines: ${named(button)}`);
  }
  for (const table of document.querySelectorAll<HTMLElement>('table')) {
    const frame = table.parentElement;
    if (frame && table.checkVisibility() && frame.scrollWidth > frame.clientWidth + 1)
      faults.push(`${frame.scrollWidth - frame.clientWidth} px of a table are out of sight: ${table.getAttribute('aria-label')}`);
  }
  if (innerWidth < 768) for (const target of smallTargets()) faults.push(target);
  return [...new Set(faults)];

  /** Every element with words of its own that can be seen. */
  function* wordsShown(): Generator<[HTMLElement, string]> {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const { parentElement } = node;
      const text = (node.textContent ?? '').trim();
      if (
        text === '' ||
        !(parentElement instanceof HTMLElement) ||
        parentElement.closest('option, script, style, noscript, canvas')
      )
        continue;
      if (!parentElement.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || isOnlyHeard(parentElement))
        continue;
      yield [parentElement, text];
    }
  }

  function isOnlyHeard(element: Element): boolean {
    for (let place: Element | null = element; place; place = place.parentElement)
      if (getComputedStyle(place).clipPath.startsWith('inset(50%')) return true;
    return false;
  }

  /** The words reach beyond a box that hides what does not fit into it. An excerpt says that it is one. */
  function isCut(element: HTMLElement): boolean {
    if (element.closest('[data-excerpt]')) return false;
    const words = ownWords(element).getBoundingClientRect();
    for (let box: HTMLElement | null = element; box && box !== document.body; box = box.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(box);
      if (overflowX === 'auto' || overflowX === 'scroll' || overflowY === 'auto' || position === 'fixed') return false;
      if (overflowX === 'visible' && overflowY === 'visible') continue;
      const edge = box.getBoundingClientRect();
      if (words.left < edge.left - 1 || words.right > edge.right + 1 || words.bottom > edge.bottom + 2) return true;
      // An ellipsis ends words inside of the box; only their own width tells.
      if (box.scrollWidth > box.clientWidth + 1 && getComputedStyle(box).textOverflow === 'ellipsis') return true;
    }
    return false;
  }

  /** From its first word to its last; what follows in parts of its own (and may only be heard) is asked for itself. */
  function ownWords(element: HTMLElement): Range {
    const words = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '');
    const range = document.createRange();
    range.setStartBefore(words[0] ?? element);
    range.setEndAfter(words.at(-1) ?? element);
    return range;
  }

  function isChoiceCut(field: HTMLSelectElement): boolean {
    const style = getComputedStyle(field);
    const brush = document.createElement('canvas').getContext('2d');
    if (!brush) return false;
    brush.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const room = field.clientWidth - Number.parseInt(style.paddingLeft, 10) - Number.parseInt(style.paddingRight, 10);
    return brush.measureText(field.selectedOptions[0]?.text ?? '').width > room + 1;
  }

  /** One run of words is on more than one line; a price under them is a run of its own. */
  function isBroken(button: HTMLElement): boolean {
    const walker = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(node);
      const lines = new Set([...range.getClientRects()].filter(({ width }) => width > 1).map(({ top }) => Math.round(top)));
      if (lines.size > 1 && !isOnlyHeard(button)) return true;
    }
    return false;
  }

  /** Four English words on end and none of another script; what says its own language is none. */
  function isEnglish(element: Element, text: string): boolean {
    const language = element.closest('[lang]')?.getAttribute('lang');
    const isOwn = language !== null && language !== root.lang;
    const isLatin = !/\p{Script=Arabic}|\p{Script=Han}/u.test(text);
    return !isOwn && isLatin && element.closest('bdi, [dir="auto"]') === null && /\b(?:[a-z]{2,}[ ,]+){3}[a-z]{2,}/i.test(text);
  }

  function smallTargets(): string[] {
    const least = 43.5;
    const pressed = 'a[href], button, select, textarea, input:not([type="hidden"]), [role="tab"], [role="menuitem"]';
    // What is open lies over the rest.
    const opened = [...document.querySelectorAll('dialog[open], [role="dialog"], [role="menu"]')];
    const found: string[] = [];
    for (const element of (opened.find((place) => place.checkVisibility()) ?? document).querySelectorAll<HTMLElement>(pressed)) {
      if (!element.checkVisibility({ visibilityProperty: true }) || isOnlyHeard(element) || isInSentence(element)) continue;
      const place = element.matches('[type="radio"], [type="checkbox"]') ? (element.closest('label') ?? element) : element;
      const { width, height } = place.getBoundingClientRect();
      if (width === 0 || (width >= least && height >= least)) continue;
      if (!isReached(place, least)) found.push(`small target: ${named(element)} ${Math.round(width)}×${Math.round(height)}`);
    }
    return found;
  }

  /** A press half a target above, below or beside its middle still meets it: what is drawn small may be wide around. */
  function isReached(element: HTMLElement, least: number): boolean {
    element.scrollIntoView({ block: 'center', inline: 'center' });
    const box = element.getBoundingClientRect();
    const middle = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
    const half = least / 2 - 1;
    const points = [
      [middle.x, middle.y - half],
      [middle.x, middle.y + half],
      [Math.max(1, middle.x - half), middle.y],
      [Math.min(innerWidth - 1, middle.x + half), middle.y],
    ] as const;
    return points.every(([x, y]) => {
      const met = document.elementFromPoint(x, y);
      return met !== null && (element.contains(met) || met.closest('label')?.contains(element) === true);
    });
  }

  /** A link within running text is as high as its line (WCAG 2.2, 2.5.8). */
  function isInSentence(element: HTMLElement): boolean {
    return (
      getComputedStyle(element).display === 'inline' && element.parentElement?.textContent?.trim() !== element.textContent?.trim()
    );
  }

  function named(element: HTMLElement): string {
    const label = element instanceof HTMLInputElement || element instanceof HTMLSelectElement ? element.labels?.[0] : undefined;
    const name = element.getAttribute('aria-label') ?? (label ?? element).textContent?.trim().slice(0, 30) ?? '';
    return `${element.tagName.toLowerCase()}.${element.className.toString().split(' ')[0]} "${name}"`;
  }
}
