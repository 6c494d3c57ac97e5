import { useRef, type TouchEvent } from 'react';

/** Minimum distance of a swipe in CSS pixels. */
const SWIPE_DISTANCE = 45;

/** Elements that handle touches themselves, such as a slider. */
const OWN_TOUCH = '[data-own-touch]';

/** Touch handlers that detect a horizontal swipe: 1 for the next item, -1 for the previous one. */
export function useSwipe(onSwipe: (step: 1 | -1) => void) {
  const start = useRef<{ x: number; y: number } | null>(null);
  return {
    onTouchStart: ({ touches, target }: TouchEvent) => {
      const isSwipe = touches.length === 1 && !(target as Element).closest(OWN_TOUCH);
      const touch = isSwipe ? touches[0] : undefined;
      start.current = touch ? { x: touch.clientX, y: touch.clientY } : null;
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const touch = changedTouches[0];
      if (!touch || !start.current) return;
      const x = touch.clientX - start.current.x;
      const y = touch.clientY - start.current.y;
      if (Math.abs(x) > SWIPE_DISTANCE && Math.abs(x) > 1.5 * Math.abs(y)) onSwipe(x < 0 ? 1 : -1);
    },
  };
}
