import "maplibre-gl/dist/maplibre-gl.css";
import { MapLibreMap, setWorkerUrl } from "maplibre-gl";
import workerUrl from "maplibre-gl/dist/maplibre-gl-worker.mjs?url";

setWorkerUrl(workerUrl);

/** The map follows what it is told: pushing and zooming are the page's own. */
export const drawMap = (container: HTMLElement, style: string, at: { center: [number, number]; zoom: number }) =>
  new MapLibreMap({ container, style, ...at, interactive: false, attributionControl: { compact: true } });
