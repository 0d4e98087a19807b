import { SettingsFrame } from "../../settings/SettingsFrame.tsx";
import { PlanFacts } from "../shared/PlanFacts.tsx";

/** The company's plan among the settings. */
const PlanSettings = () => (
  <SettingsFrame title="Plan" maxWidth={640}>
    <PlanFacts />
  </SettingsFrame>
);

export default PlanSettings;
