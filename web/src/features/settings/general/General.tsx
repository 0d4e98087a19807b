import { useParams } from "react-router";
import NotInThisVersion from "../../../app/NotInThisVersion.tsx";
import GeneralSettings from "../GeneralSettings.tsx";
import { BrandedApp } from "./BrandedApp.tsx";
import { Defaults } from "./Defaults.tsx";
import { Enterprise } from "./Enterprise.tsx";
import { ReferralSources } from "./ReferralSources.tsx";

/** /setting/general/{panel?} */
const General = () => {
  const { panel } = useParams();
  if (panel === undefined || panel === "company") return <GeneralSettings />;
  if (panel === "referralSource") return <ReferralSources />;
  if (panel === "default") return <Defaults />;
  if (panel === "brandedApp") return <BrandedApp />;
  return panel === "enterprise" ? <Enterprise /> : <NotInThisVersion />;
};

export default General;
