import { useParams } from "react-router";
import NotInThisVersion from "../../app/routes/NotInThisVersion.tsx";
import { SettingsFrame } from "../settings/SettingsFrame.tsx";
import { BrandedApp } from "./branded-app/BrandedApp.tsx";
import { Enterprise } from "./enterprise/Enterprise.tsx";
import { Features } from "./feature-flags/Features.tsx";
import { SharedWork } from "./metadata/SharedWork.tsx";
import { StoredValues } from "./metadata/StoredValues.tsx";
import { Defaults } from "./preferences/Defaults.tsx";
import GeneralSettings from "./preferences/GeneralSettings.tsx";
import { ReferralSources } from "./referral-sources/ReferralSources.tsx";
import { PlanFacts } from "./shared/PlanFacts.tsx";

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
