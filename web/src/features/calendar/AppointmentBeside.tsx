import { AppointmentPanel } from "./appointments/panel/AppointmentPanel.tsx";
import { SeriesHost } from "./series/SeriesHost.tsx";

type Props = { id: string; staffId?: string; onClose: () => void };

/** An appointment beside the page, and over it how it repeats when that is asked for. */
export const AppointmentBeside = (props: Props) => (
  <>
    <AppointmentPanel {...props} />
    <SeriesHost />
  </>
);
