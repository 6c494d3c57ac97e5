import { Modal } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { useState, type CSSProperties } from 'react';
import { formatDate } from '#src/lib/dates.ts';
import { CategoryBadge } from '#src/ui/category-badge.tsx';
import type { Post } from '../posts.schema.ts';
import { PostMedia } from './post-media.tsx';
import styles from './post-viewer.module.css';
import type { RenewPass } from './use-media-pass.ts';
import { useSwipe } from './use-swipe.ts';

type PostViewerProps = {
  /** The post that is shown large; null while the viewer is closed. */
  post: Post | null;
  pass: string;
  renewPass: RenewPass;
  onClose: () => void;
  /** Goes to the neighbouring post; undefined where there is none. */
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
};

/** A post shown large, over the page: arrows browse its files, then the neighbouring posts. */
export function PostViewer({ post, onClose, ...rest }: PostViewerProps) {
  return (
    <Modal.Root
      opened={post !== null}
      onClose={onClose}
      fullScreen
      padding={0}
      transitionProps={{ transition: 'fade', duration: 160 }}
    >
      <Modal.Overlay backgroundOpacity={0.9} color="#0b0908" />
      <Modal.Content
        aria-label={post ? `Post of ${formatDate(post.createdAt)}` : undefined}
        classNames={{ content: styles.content }}
      >
        <Modal.Body className={styles.body}>
          {post && <OpenPost key={post.id} post={post} onClose={onClose} {...rest} />}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

function OpenPost(props: PostViewerProps & { post: Post }) {
  const { post, pass, renewPass, onClose, onPrevious, onNext } = props;
  const [index, setIndex] = useState(0);
  const count = post.media.length;
  const media = post.media[index];
  const previous = index > 0 ? () => setIndex(index - 1) : onPrevious;
  const next = index < count - 1 ? () => setIndex(index + 1) : onNext;
  const swipe = useSwipe((step) => (step === 1 ? next : previous)?.());

  // A focused video seeks with the arrows.
  useHotkeys(
    [
      ['ArrowRight', () => next?.()],
      ['ArrowLeft', () => previous?.()],
    ],
    ['VIDEO'],
  );

  return (
    <div className={styles.viewer}>
      <div className={styles.stage} {...swipe}>
        {media && (
          <div
            className={styles.fit}
            style={{ '--ratio': media.width / media.height } as CSSProperties}
          >
            <PostMedia
              key={index}
              media={media}
              label={`${media.mediaType === 'video' ? 'Video' : 'Picture'} ${index + 1} of ${count} by ${post.influencer.fullName}`}
              pass={pass}
              renewPass={renewPass}
              fit="contain"
              sizes="(max-width: 60em) 100vw, 75vw"
              posterWidth={1280}
            />
          </div>
        )}
        {previous && (
          <button type="button" className={styles.previous} onClick={previous}>
            <ChevronLeft size={26} aria-hidden="true" />
            <span className="visually-hidden">Previous</span>
          </button>
        )}
        {next && (
          <button type="button" className={styles.next} onClick={next}>
            <ChevronRight size={26} aria-hidden="true" />
            <span className="visually-hidden">Next</span>
          </button>
        )}
        {count > 1 && (
          <p className={styles.counter} aria-live="polite">
            {`${index + 1} / ${count}`}
          </p>
        )}
      </div>
      <div className={styles.text}>
        <p className={styles.name}>{post.influencer.fullName}</p>
        <p className={styles.facts}>
          <time dateTime={post.createdAt}>{formatDate(post.createdAt)}</time>
          <CategoryBadge category={post.category} />
        </p>
        <p className={styles.caption}>{post.caption}</p>
      </div>
      <button type="button" className={styles.close} onClick={onClose} data-autofocus>
        <X size={22} aria-hidden="true" />
        <span className="visually-hidden">Close</span>
      </button>
    </div>
  );
}
