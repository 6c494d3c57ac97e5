import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import styles from './tile-controls.module.css';

type TileControlsProps = {
  /** Id of the tile; see moveButtonId. */
  id: string;
  /** The item's name in the label "Move … earlier". */
  name: string;
  index: number;
  count: number;
  /** Ref of the drag handle; null if the tiles have no order. */
  handleRef: Ref<HTMLButtonElement> | null;
  reorderLabel: string;
  removeLabel: string;
  onRemove: () => void;
  onMove: (step: -1 | 1) => void;
};

/** Id of a button that moves a tile, used to restore the focus after the move. */
export function moveButtonId(id: string, step: -1 | 1) {
  return `${id}${step < 0 ? '-earlier' : '-later'}`;
}

/** Controls over the picture of a tile: position, drag handle, and buttons to move or remove it. */
export function TileControls({ id, name, index, count, handleRef, ...tile }: TileControlsProps) {
  return (
    <>
      {handleRef && (
        <>
          <button
            type="button"
            ref={handleRef}
            className={styles.handle}
            aria-label={tile.reorderLabel}
          />
          <span className={styles.position} aria-hidden="true">
            {index + 1}
          </span>
        </>
      )}
      <RemoveTileButton label={tile.removeLabel} onClick={tile.onRemove} />
      <div className={styles.order}>
        {index > 0 && (
          <TileButton
            id={moveButtonId(id, -1)}
            label={`Move ${name} earlier`}
            onClick={() => tile.onMove(-1)}
          >
            <ChevronLeft size={16} />
          </TileButton>
        )}
        {index < count - 1 && (
          <TileButton
            id={moveButtonId(id, 1)}
            label={`Move ${name} later`}
            onClick={() => tile.onMove(1)}
          >
            <ChevronRight size={16} />
          </TileButton>
        )}
      </div>
    </>
  );
}

type ButtonProps = { label: string; onClick: () => void };

/** The remove button in the upper corner of a tile. */
export function RemoveTileButton(button: ButtonProps) {
  return (
    <TileButton {...button} className={styles.remove}>
      <X size={16} />
    </TileButton>
  );
}

type TileButtonProps = ButtonProps & { id?: string; className?: string; children: ReactNode };
const TileButton = ({ id, label, className = '', onClick, children }: TileButtonProps) => (
  <button
    type="button"
    id={id}
    className={`${styles.action} ${className}`}
    aria-label={label}
    title={label}
    onClick={onClick}
  >
    {children}
  </button>
);
