import { UnstyledButton } from '@mantine/core';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import '@mantine/spotlight/styles.layer.css';
import { useRouter } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useEffect, useState, type KeyboardEvent } from 'react';
import type { CurrentSession } from '#src/features/identity/accounts/accounts.schema.ts';
import { signOut } from '#src/features/identity/auth/ui/session.ts';
import styles from './command-palette.module.css';
import { searchPlaceholder, type PaletteGroup, type PaletteOption } from './palette-options.ts';
import { usePaletteResults } from './use-palette-results.ts';

const [store, palette] = createSpotlight();
const LIST_ID = 'palette-options';

// Escape closes only the palette; Mantine's dialogs below listen on the window too.
const OWN_ESCAPE = { 'data-mantine-stop-propagation': 'true' };

type CommandPaletteProps = { session: CurrentSession; isOpen: boolean; onClose: () => void };

/** Finds and opens screens, actions and what the role can search on the server. */
export function CommandPalette({ session, isOpen, onClose }: CommandPaletteProps) {
  const [typed, setTyped] = useState('');
  const { groups, isBusy, hasFailed } = usePaletteResults(session.role, typed);
  const options = groups.flatMap((group) => group.options);
  const { selected, move } = useSelection(options, typed);
  const choose = useChoose();
  useEffect(() => (isOpen ? palette.open() : palette.close()), [isOpen]);

  const onKeyDown = ({ key, nativeEvent }: KeyboardEvent) => {
    // Input methods use these keys.
    if (nativeEvent.isComposing) return;
    if (key === 'ArrowDown') move(1);
    if (key === 'ArrowUp') move(-1);
    if (key === 'Enter' && selected) choose(selected);
    if (key === 'Escape') palette.close();
  };

  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      returnFocus={false}
      query={typed}
      onQueryChange={setTyped}
      onSpotlightClose={onClose}
      classNames={{ content: styles.content, search: styles.search }}
      attributes={{ content: { 'aria-label': 'Search' } }}
    >
      <Spotlight.Search
        placeholder={searchPlaceholder(session.role)}
        leftSection={<Search size={20} aria-hidden="true" />}
        role="combobox"
        aria-label="Search"
        aria-expanded={options.length > 0}
        aria-controls={LIST_ID}
        aria-autocomplete="list"
        aria-activedescendant={selected?.id}
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        {...OWN_ESCAPE}
        onKeyDown={onKeyDown}
      />
      {options.length > 0 && (
        <Spotlight.ActionsList
          id={LIST_ID}
          role="listbox"
          aria-label="Results"
          aria-busy={isBusy}
          className={styles.list}
        >
          {groups.map((group) => (
            <Group key={group.label} group={group} selected={selected} onChoose={choose} />
          ))}
        </Spotlight.ActionsList>
      )}
      {options.length === 0 && !hasFailed && (
        <Spotlight.Empty>
          {isBusy ? 'Searching…' : `No results for “${typed.trim()}”`}
        </Spotlight.Empty>
      )}
      {hasFailed && (
        <p className={styles.failed}>
          Search isn’t working right now. You can still open screens and actions.
        </p>
      )}
      <p role="status" className="visually-hidden">
        {resultAnnouncement({ count: options.length, isBusy, hasFailed })}
      </p>
      <Spotlight.Footer className={styles.hints} aria-hidden="true">
        <span>↑ ↓ to move</span>
        <span>Enter to open</span>
        <span>Esc to close</span>
      </Spotlight.Footer>
    </Spotlight.Root>
  );
}

type Found = { count: number; isBusy: boolean; hasFailed: boolean };

function resultAnnouncement({ count, isBusy, hasFailed }: Found): string {
  if (isBusy) return '';
  const counted = `${count} ${count === 1 ? 'result' : 'results'}`;
  return hasFailed ? `Search isn’t working right now. ${counted}` : counted;
}

type GroupProps = {
  group: PaletteGroup;
  selected: PaletteOption | undefined;
  onChoose: (option: PaletteOption) => void;
};

const Group = ({ group, selected, onChoose }: GroupProps) => (
  <Spotlight.ActionsGroup label={group.label} role="group" aria-label={group.label}>
    {group.options.map((option) => {
      const isSelected = option.id === selected?.id;
      const { icon: Icon } = option;
      return (
        // Not Spotlight.Action, which does not expose the selected option to screen readers.
        <UnstyledButton
          key={option.id}
          tabIndex={-1}
          id={option.id}
          role="option"
          aria-selected={isSelected}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(option)}
          className={styles.option}
        >
          <Icon size={18} aria-hidden="true" />
          <span className={styles.label}>{option.label}</span>
          {option.detail && <span className={styles.detail}>{option.detail}</span>}
        </UnstyledButton>
      );
    })}
  </Spotlight.ActionsGroup>
);

/**
 * The option that Enter opens: the first one, or the one selected by arrow keys while it exists.
 */
function useSelection(options: PaletteOption[], typed: string) {
  const [chosen, setChosen] = useState({ typed, id: '' });
  const found = options.findIndex(({ id }) => chosen.typed === typed && id === chosen.id);
  const index = Math.max(0, found);
  const selected = options[index];

  const id = selected?.id;
  useEffect(() => {
    if (id) document.querySelector(`#${CSS.escape(id)}`)?.scrollIntoView({ block: 'nearest' });
  }, [id]);

  const move = (by: number) => {
    const next = options.at((index + by) % options.length);
    if (next) setChosen({ typed, id: next.id });
  };
  return { selected, move };
}

function useChoose() {
  const router = useRouter();
  return ({ go }: PaletteOption) => {
    palette.close();
    if (go === 'sign-out') void signOut();
    else if (go.isDocument) window.location.assign(go.href);
    else router.history.push(go.href);
  };
}
