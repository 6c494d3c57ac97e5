import { Info } from 'lucide-react';
import { useId, useRef, type PointerEvent } from 'react';
import styles from './info-tooltip.module.css';

/** A button that explains the number beside it, for pointer, keyboard and touch. */
export function InfoTooltip({ label, meaning }: { label: string; meaning: string }) {
  const id = useId();
  const tooltip = useRef<HTMLSpanElement>(null);
  const anchorName = `--${id}`;
  const onHover = (toggle: () => void) => (event: PointerEvent) => {
    if (event.pointerType === 'mouse') toggle();
  };
  const show = () => tooltip.current?.showPopover();
  const hide = () => tooltip.current?.hidePopover();
  return (
    <>
      <button
        type="button"
        className={`touch-target ${styles.button}`}
        style={{ anchorName }}
        aria-label={`About: ${label}`}
        aria-describedby={id}
        onClick={show}
        onFocus={show}
        onBlur={hide}
        onPointerEnter={onHover(show)}
        onPointerLeave={onHover(hide)}
      >
        <Info size={15} aria-hidden="true" />
      </button>
      <span
        ref={tooltip}
        id={id}
        role="tooltip"
        popover="auto"
        className={styles.tooltip}
        style={{ positionAnchor: anchorName }}
      >
        {meaning}
      </span>
    </>
  );
}
