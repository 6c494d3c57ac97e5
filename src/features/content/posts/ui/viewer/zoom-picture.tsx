import { useEffect, useState, type ReactNode, type RefObject } from 'react';
import {
  TransformComponent,
  TransformWrapper,
  type ReactZoomPanPinchContentRef,
} from 'react-zoom-pan-pinch';
import styles from './zoom-picture.module.css';

export type Zoom = ReactZoomPanPinchContentRef;

const MAXIMUM_SCALE = 5;
/** Below this scale a picture does not count as zoomed. */
const ZOOMED_SCALE = 1.02;
/** Zoom step of keys and the button: the scale grows by e to this power. */
export const ZOOM_STEP = 0.5;
const ZOOM_TIME = 220;

type ZoomPictureProps = {
  zoom: RefObject<Zoom | null>;
  onZoomed: (isZoomed: boolean) => void;
  children: ReactNode;
};

/** Duration of zooming in milliseconds; 0 for users who prefer reduced motion. */
export function zoomTime(): number {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : ZOOM_TIME;
}

/** Lets its content be zoomed by pinching, double taps and the wheel. */
export function ZoomPicture({ zoom, onZoomed, children }: ZoomPictureProps) {
  const [zoomed, setZoomed] = useState(false);
  useEffect(() => () => onZoomed(false), [onZoomed]);
  return (
    <TransformWrapper
      ref={zoom}
      maxScale={MAXIMUM_SCALE}
      panning={{ disabled: !zoomed }}
      doubleClick={{ mode: 'toggle', step: 0.9, animationTime: zoomTime() }}
      zoomAnimation={{ disabled: zoomTime() === 0 }}
      velocityAnimation={{ disabled: zoomTime() === 0 }}
      onTransform={(_zoom, { scale }) => {
        const isZoomed = scale > ZOOMED_SCALE;
        if (isZoomed === zoomed) return;
        setZoomed(isZoomed);
        onZoomed(isZoomed);
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
