import Tab from "@mui/material/Tab";
import Tabs from "@mui/material/Tabs";
import { useCan } from "../../../app/session/session.ts";
import { useQueryState } from "../../../ui/links/useQueryState.ts";
import { SettingsFrame } from "../../settings/SettingsFrame.tsx";
import { ClockLog } from "./ClockLog.tsx";
import { ClockNow } from "./ClockNow.tsx";
import { ClockRules } from "./ClockRules.tsx";

const start = { view: "now" };

/** Clocking in and out, what was clocked, and how the business clocks. */
const ClockPage = () => {
  const canClock = useCan("clockInOut");
  const canRead = useCan("clockRecords");
  const canSet = useCan("accessBusinessSettings");
  const [{ view }, setState] = useQueryState(start);
  const views = [
    { id: "now", label: "Clock", on: canClock },
    { id: "log", label: "Log", on: canRead },
    { id: "settings", label: "Settings", on: canSet },
  ].filter((one) => one.on);
  const here = views.find((one) => one.id === view)?.id ?? views[0]?.id;
  return (
    <SettingsFrame title="Clock in and out" maxWidth={1080}>
      <Tabs value={here ?? false} onChange={(_, next: string) => setState({ view: next })} aria-label="Clock" sx={{ mb: 2 }}>
        {views.map((one) => (
          <Tab key={one.id} value={one.id} label={one.label} />
        ))}
      </Tabs>
      {here === "now" && <ClockNow />}
      {here === "log" && <ClockLog />}
      {here === "settings" && <ClockRules />}
    </SettingsFrame>
  );
};

export default ClockPage;
