/** Where the device is, as the walk notes it; undefined where it does not say: refused, switched off, or too slow. */
export type Where = { lat: number; lng: number; accuracy: number };

const PATIENCE_MS = 8_000;

export const whereAmI = (device: Pick<Geolocation, "getCurrentPosition"> | undefined): Promise<Where | undefined> =>
  new Promise((resolve) => {
    if (!device) {
      resolve(undefined);
      return;
    }
    // Who leaves the question unanswered starts the walk all the same.
    const giveUp = setTimeout(() => resolve(undefined), PATIENCE_MS + 2_000);
    const say = (where: Where | undefined) => {
      clearTimeout(giveUp);
      resolve(where);
    };
    device.getCurrentPosition(
      ({ coords: { latitude: lat, longitude: lng, accuracy } }) =>
        say({ lat, lng, accuracy: Math.min(1_000_000, Math.max(0, Math.round(accuracy))) }),
      () => say(undefined),
      { enableHighAccuracy: true, timeout: PATIENCE_MS, maximumAge: 30_000 },
    );
  });
