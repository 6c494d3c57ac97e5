import { AUTO, type QualityLevel } from './video-quality.ts';

/** The property in which media-chrome's quality menu finds the qualities of a video. */
export type VideoWithRenditions = HTMLVideoElement & { videoRenditions?: VideoRenditions };

type Rendition = QualityLevel & { id: string; bitrate: number };

/** The array-like list with events that media-chrome's quality menu reads and sets. */
export class VideoRenditions extends EventTarget {
  [index: number]: Rendition;
  length = 0;
  #selected = AUTO;
  #select: (index: number) => void;

  /** @param select Called with the index that a viewer chose. */
  constructor(select: (index: number) => void) {
    super();
    this.#select = select;
  }

  fill(levels: readonly (QualityLevel & { bitrate: number })[], selected: number): void {
    levels.forEach(({ width, height, bitrate }, index) => {
      this[index] = { id: String(index), width, height, bitrate };
    });
    this.length = levels.length;
    this.#selected = selected;
    this.dispatchEvent(new Event('addrendition'));
  }

  get selectedIndex(): number {
    return this.#selected;
  }

  set selectedIndex(index: number) {
    this.#selected = index;
    this.#select(index);
    this.dispatchEvent(new Event('change'));
  }

  [Symbol.iterator](): Iterator<Rendition> {
    return Array.from({ length: this.length }, (_, index) => this[index]!).values();
  }
}
