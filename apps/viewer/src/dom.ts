// Elements of the page, found and made. Texts only ever go in as text, never as HTML.

export function find<T extends HTMLElement = HTMLElement>(id: string): T {
  const element = document.getElementById(id);
  if (!element) throw new Error(`The page has no element "${id}".`);
  return element as T;
}

type Child = Node | string;

export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K, style = '', ...children: Child[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  if (style) element.className = style;
  element.append(...children);
  return element;
}

// An assignment of the same text would still make the browser lay out the page again.
export function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

// Storage can be forbidden; then a choice lasts as long as the page.
export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(`reeve.${key}`, value);
  } catch { /* not kept */ }
}

export function recall(key: string): string | null {
  try {
    return localStorage.getItem(`reeve.${key}`);
  } catch {
    return null;
  }
}
