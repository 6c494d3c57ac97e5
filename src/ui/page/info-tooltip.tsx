import { Info } from 'lucide-react';
import { useId, useRef, type PointerEvent } from 'react';
import styles from './info-tooltip.module.css';

const isMouse = ({ pointerType }: PointerEvent) => pointerType === 'mouse';

/** A button that explains the number beside it, for pointer, keyboard and touch. */
export function InfoTooltip({ label, meaning }: { label: string; meaning: string }) {
  const id = useId();
  const tooltip = useRef<HTMLSpanElement>(null);
  const anchorName = `--${id}`;
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
        onPointerEnter={(event) => isMouse(event) && show()}
        onPointerLeave={(event) => isMouse(event) && hide()}
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
