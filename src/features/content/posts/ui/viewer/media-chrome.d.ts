import type { DetailedHTMLProps, HTMLAttributes } from 'react';

type ChromeElement = DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement> & {
  class?: string;
  keyboardforwardseekoffset?: string;
  keyboardbackwardseekoffset?: string;
  hotkeys?: string;
  noautohide?: boolean;
  notooltip?: boolean;
  showduration?: boolean;
  notoggle?: boolean;
};

// media-chrome's own React components would bundle all of its elements.
declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'media-controller': ChromeElement;
      'media-control-bar': ChromeElement;
      'media-fullscreen-button': ChromeElement;
      'media-loading-indicator': ChromeElement;
      'media-mute-button': ChromeElement;
      'media-play-button': ChromeElement;
      'media-rendition-menu': ChromeElement;
      'media-rendition-menu-button': ChromeElement;
      'media-time-display': ChromeElement;
      'media-time-range': ChromeElement;
      'media-volume-range': ChromeElement;
    }
  }
}
