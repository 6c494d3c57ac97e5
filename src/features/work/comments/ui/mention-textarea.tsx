import { Combobox, useCombobox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type KeyboardEvent } from 'react';
import { colleaguesQuery } from '#src/features/identity/colleagues/ui/colleagues-queries.ts';
import { TextArea, type TextAreaProps } from '#src/ui/forms/text-area.tsx';
import { findTypedName, suggestColleagues } from './mentions.ts';

/** The maximum number of suggested names. */
const SUGGESTIONS = 6;

type MentionTextareaProps = Omit<TextAreaProps, 'value' | 'onChange'> & {
  value: string;
  onChange: (value: string) => void;
};

/** A text field that completes the names of colleagues after an "@". */
export function MentionTextarea({ value, onChange, onKeyDown, ...field }: MentionTextareaProps) {
  const { data: colleagues = [] } = useQuery(colleaguesQuery);
  const [caret, setCaret] = useState(0);
  const input = useRef<HTMLTextAreaElement>(null);
  const combobox = useCombobox();
  const name = findTypedName(value, caret);
  const suggested = name ? suggestColleagues(colleagues, name.typed).slice(0, SUGGESTIONS) : [];
  const isComplete = suggested.some((each) => each.name === name?.typed);
  const isOpen = combobox.dropdownOpened && suggested.length > 0 && !isComplete;

  function choose(chosen: string) {
    if (!name) return;
    const completed = `${value.slice(0, name.start)}@${chosen} `;
    onChange(completed + value.slice(caret).replace(/^ /, ''));
    combobox.closeDropdown();
    setCaret(completed.length);
    // After the new value is rendered.
    requestAnimationFrame(() => {
      input.current?.focus();
      input.current?.setSelectionRange(completed.length, completed.length);
    });
  }

  return (
    <Combobox
      store={{ ...combobox, dropdownOpened: isOpen }}
      onOptionSubmit={choose}
      width={260}
      position="bottom-start"
    >
      <Combobox.Target targetType="input" autoComplete="off">
        <TextArea
          {...field}
          ref={input}
          value={value}
          onChange={({ currentTarget }) => {
            onChange(currentTarget.value);
            setCaret(currentTarget.selectionStart);
            combobox.openDropdown();
            combobox.resetSelectedOption();
          }}
          onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
          onBlur={() => combobox.closeDropdown()}
          onKeyDown={(event: KeyboardEvent<HTMLTextAreaElement>) => {
            // Keys belong to the list while it is open.
            if (!isOpen) onKeyDown?.(event);
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options aria-label="Colleagues">
          {suggested.map((each) => (
            <Combobox.Option key={each.id} value={each.name}>
              {each.name}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
