import { TextArea } from '#src/ui/forms/text-area.tsx';
import { MAXIMUM_CHECKLIST_ITEMS } from '../../checklist.schema.ts';

/** The items of a typed checklist: its lines that are not blank. */
export function checklistOf(typed: string): string[] {
  return typed.split('\n').flatMap((line) => line.trim() || []);
}

type ChecklistFieldProps = {
  /** One item per line. */
  value: string;
  error: string | undefined;
  onChange: (typed: string) => void;
};

/** The items that an influencer will tick. */
export function ChecklistField({ value, error, onChange }: ChecklistFieldProps) {
  return (
    <TextArea
      label="Checklist"
      description={`One item per line, up to ${MAXIMUM_CHECKLIST_ITEMS}. Changing the text of an item removes its tick.`}
      minRows={2}
      maxRows={10}
      value={value}
      error={error}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
