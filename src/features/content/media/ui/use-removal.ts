import { useEffect, useRef } from 'react';
import { toast } from '#src/ui/elements/toast.ts';
import { toastWithUndo } from '#src/ui/elements/undo-toast.ts';
import { insertItem, type UploadItem } from './upload-items.ts';

type SetItems = (change: (items: UploadItem[]) => UploadItem[]) => void;

/**
 * Offers to undo the removal of a file that is completely uploaded: it stays on the server for a day
 * without a post.
 */
export function useRemoval(setItems: SetItems) {
  const offered = useRef(new Set<string>());
  useEffect(() => {
    const ids = offered.current;
    // Nothing can be restored once the page is left.
    return () => ids.forEach((id) => toast.dismiss(id));
  }, []);
  return (item: UploadItem, index: number) => {
    const { key, fileName, local } = item;
    const id = `removed-${key}`;
    offered.current.add(id);
    toastWithUndo({
      id,
      title: 'File removed',
      description: fileName,
      async undo() {
        // The earlier preview was revoked with the removal.
        const shown = local && { ...local, preview: URL.createObjectURL(local.file) };
        setItems((list) => insertItem(list, { ...item, local: shown }, index));
      },
      undone: `${fileName} restored`,
    });
  };
}
