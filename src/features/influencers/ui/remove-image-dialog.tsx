import { Button, Group, Modal, Text } from '@mantine/core';
import styles from './remove-image-dialog.module.css';

type RemoveImageDialogProps = {
  title: string;
  text: string;
  opened: boolean;
  isRemoving: boolean;
  onClose: () => void;
  onRemove: () => void;
};

/** Asks before a picture is removed. */
export const RemoveImageDialog = ({ title, text, opened, ...dialog }: RemoveImageDialogProps) => (
  <Modal.Root
    opened={opened}
    onClose={dialog.onClose}
    centered
    padding="lg"
    classNames={{ content: styles.content, body: styles.body, title: styles.title }}
  >
    <Modal.Overlay />
    <Modal.Content>
      <Modal.Body>
        <Modal.Title>{title}</Modal.Title>
        <Text>{text}</Text>
        <Group justify="end">
          <Button variant="default" radius="xl" onClick={dialog.onClose} data-autofocus>
            Keep
          </Button>
          <Button color="red" radius="xl" loading={dialog.isRemoving} onClick={dialog.onRemove}>
            Remove
          </Button>
        </Group>
      </Modal.Body>
    </Modal.Content>
  </Modal.Root>
);
