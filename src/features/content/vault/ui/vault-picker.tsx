import { Button, Modal } from '@mantine/core';
import { Check, Vault } from 'lucide-react';
import { useState, type SyntheticEvent } from 'react';
import type { Uploads } from '#src/features/content/media/ui/use-uploads.ts';
import { toast } from '#src/ui/elements/toast.ts';
import { NoResults } from '#src/ui/page/notice.tsx';
import type { VaultFilter } from '../vault.schema.ts';
import styles from './vault-cover.module.css';
import { VaultFilters } from './vault-filters.tsx';
import { VaultGrid } from './vault-grid.tsx';
import picker from './vault-picker.module.css';
import { reuseFiles } from './vault-queries.ts';
import { fileLabel } from './vault-texts.ts';

type VaultPickerProps = {
  /** The files that chosen ones are added to. */
  uploads: Uploads;
  /** Whose files can be chosen; null while no influencer is chosen. */
  influencerId: string | null;
};

/** The button and the dialog that add files from the vault to an editor. */
export function VaultPicker({ uploads, influencerId }: VaultPickerProps) {
  const [isOpen, setIsOpen] = useState(false);
  const room = uploads.maximum - uploads.items.length;
  if (room <= 0) return null;
  return (
    <div className={picker.offer}>
      <Button
        variant="default"
        radius="xl"
        leftSection={<Vault size={17} aria-hidden="true" />}
        disabled={influencerId === null}
        onClick={() => setIsOpen(true)}
      >
        Choose from the vault
      </Button>
      {influencerId === null && <p>Choose the influencer first to use their files again.</p>}
      {/* Typing in the dialog is not typing in the form around the button. */}
      <div onChange={stop} onInput={stop}>
        <Modal
          opened={isOpen}
          onClose={() => setIsOpen(false)}
          size="60rem"
          title="Choose from the vault"
          closeButtonProps={{ 'aria-label': 'Close' }}
        >
          {influencerId && (
            <Chooser
              influencerId={influencerId}
              room={room}
              onClose={() => setIsOpen(false)}
              onChosen={async (ids) => {
                uploads.addStored(await reuseFiles(ids));
                setIsOpen(false);
              }}
            />
          )}
        </Modal>
      </div>
    </div>
  );
}

const stop = (event: SyntheticEvent) => event.stopPropagation();

type ChooserProps = {
  influencerId: string;
  /** The number of files that can be added. */
  room: number;
  onClose: () => void;
  onChosen: (ids: string[]) => Promise<void>;
};

function Chooser({ influencerId, room, onClose, onChosen }: ChooserProps) {
  const [filter, setFilter] = useState<VaultFilter>({ influencerId });
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [isBusy, setIsBusy] = useState(false);
  const count = chosen.length;
  async function add() {
    setIsBusy(true);
    await onChosen([...chosen]).catch((error: Error) => {
      toast.error('Error', { description: error.message });
      setIsBusy(false);
    });
  }
  return (
    <>
      <VaultFilters
        filter={filter}
        onChange={(changed) => setFilter((before) => ({ ...before, ...changed }))}
      />
      <VaultGrid
        filter={filter}
        cover={(file) => {
          const { id } = file.media;
          const isChosen = chosen.includes(id);
          return (
            <label className={styles.check}>
              <input
                type="checkbox"
                aria-label={fileLabel(file)}
                checked={isChosen}
                disabled={!isChosen && count >= room}
                onChange={() =>
                  setChosen((before) =>
                    isChosen ? before.filter((other) => other !== id) : [...before, id],
                  )
                }
              />
              <span aria-hidden="true">
                <Check size={15} strokeWidth={3} />
              </span>
            </label>
          );
        }}
        empty={<NoResults title="No files found" />}
      />
      <footer className={picker.actions}>
        <p role="status">
          {count === 0 ? `Up to ${room}` : `${count} of up to ${room}`}{' '}
          {room === 1 ? 'file' : 'files'}
        </p>
        <Button variant="default" radius="xl" onClick={onClose}>
          Cancel
        </Button>
        <Button radius="xl" disabled={count === 0} loading={isBusy} onClick={() => void add()}>
          {count > 1 ? `Add ${count} files` : 'Add file'}
        </Button>
      </footer>
    </>
  );
}
