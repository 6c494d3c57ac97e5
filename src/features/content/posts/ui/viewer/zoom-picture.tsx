import { useEffect, useState, type ReactNode, type RefObject } from 'react';
import {
  TransformComponent,
  TransformWrapper,
  type ReactZoomPanPinchContentRef,
} from 'react-zoom-pan-pinch';
import styles from './zoom-picture.module.css';

export type Zoom = ReactZoomPanPinchContentRef;

const LARGEST = 5;
/** Below this it counts as whole. */
const ZOOMED = 1.02;
/** Of keys and the button: the size grows by e to this power. */
export const ZOOM_STEP = 0.5;
const MOTION = 220;

type ZoomPictureProps = {
  zoom: RefObject<Zoom | null>;
  onZoomed: (isZoomed: boolean) => void;
  children: ReactNode;
};

/** Milliseconds that zooming takes; none for those who asked for less motion. */
export const zoomTime = (): number =>
  matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : MOTION;

/** Its content fills it, and can be enlarged by pinching, double taps and the wheel. */
export function ZoomPicture({ zoom, onZoomed, children }: ZoomPictureProps) {
  const [zoomed, setZoomed] = useState(false);
  useEffect(() => () => onZoomed(false), [onZoomed]);
  return (
    <TransformWrapper
      ref={zoom}
      maxScale={LARGEST}
      panning={{ disabled: !zoomed }}
      doubleClick={{ mode: 'toggle', step: 0.9, animationTime: zoomTime() }}
      zoomAnimation={{ disabled: zoomTime() === 0 }}
      velocityAnimation={{ disabled: zoomTime() === 0 }}
      onTransform={(_zoom, { scale }) => {
        const is = scale > ZOOMED;
        if (is === zoomed) return;
        setZoomed(is);
        onZoomed(is);
      }}
    >
      <TransformComponent
        wrapperClass={styles.wrapper}
        contentClass={styles.content}
        wrapperProps={{ 'data-zoomed': zoomed || undefined } as object}
      >
        {children}
      </TransformComponent>
    </TransformWrapper>
  );
}
