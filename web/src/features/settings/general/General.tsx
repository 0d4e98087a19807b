import { useParams } from "react-router";
import NotInThisVersion from "../../../app/NotInThisVersion.tsx";
import GeneralSettings from "../GeneralSettings.tsx";
import { PlanFacts } from "../plan/PlanFacts.tsx";
import { SettingsFrame } from "../SettingsFrame.tsx";
import { BrandedApp } from "./BrandedApp.tsx";
import { Defaults } from "./Defaults.tsx";
import { Enterprise } from "./Enterprise.tsx";
import { Features } from "./Features.tsx";
import { ReferralSources } from "./ReferralSources.tsx";
import { SharedWork } from "./SharedWork.tsx";
import { StoredValues } from "./StoredValues.tsx";

/** /setting/general/{panel?} */
const General = () => {
  const { panel } = useParams();
  if (panel === undefined || panel === "company") return <GeneralSettings />;
  if (panel === "referralSource") return <ReferralSources />;
  if (panel === "default") return <Defaults />;
  if (panel === "brandedApp") return <BrandedApp />;
  if (panel === "features") return <Features />;
  if (panel === "sharedWork") return <SharedWork />;
  if (panel === "stored") return <StoredValues />;
  if (panel === "plan")
    return (
      <SettingsFrame title="Plan" maxWidth={640}>
        <PlanFacts />
      </SettingsFrame>
    );
  return panel === "enterprise" ? <Enterprise /> : <NotInThisVersion />;
};

export default General;
