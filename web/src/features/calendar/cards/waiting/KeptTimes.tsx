import { useEffect, useMemo, useState } from "react";
import { later } from "../../../../ui/page/later.tsx";
import { usePlanned } from "../../shared/planned.ts";
import type { Place, useShownDays } from "../useShownDays.ts";
import { placesOf, useWaitingIn } from "./useWaitingIn.ts";
import { useWaiting, type WaitingPlace } from "./waiting.ts";

const EntryDrawer = later(async () => (await import("../../../online-booking/shared/waitlist/EntryDrawer.tsx")).EntryDrawer);

/** Time that is kept for somebody on the waitlist is not free: it stands on the calendar, whether those who merely wait are shown or not. */
const KeptTimes = ({ place, days }: { place: Place; days: ReturnType<typeof useShownDays> }) => {
  const [opened, setOpened] = useState<WaitingPlace>();
  const { data, refetch } = useWaitingIn(place.span, days, true);
  const places = useMemo(() => placesOf(data).filter(({ staffId, until }) => staffId !== "0" && until), [data]);
  useEffect(() => {
    // What is kept stays where it is: it is opened, not dragged.
    useWaiting.setState({ mayBook: false, places, open: setOpened });
    usePlanned.setState({ waitlist: places.length > 0 });
    return () => {
      usePlanned.setState({ waitlist: false });
      useWaiting.setState({ places: [] });
    };
  }, [places]);
  return (
    opened && (
      <EntryDrawer
        id={opened.entryId}
        place={opened}
        onClose={() => {
          setOpened(undefined);
          void refetch();
        }}
      />
    )
  );
};

export default KeptTimes;
