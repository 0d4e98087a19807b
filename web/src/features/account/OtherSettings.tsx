import { useParams } from "react-router";
import NotInThisVersion from "../../app/routes/NotInThisVersion.tsx";
import { StoredValues } from "./metadata/StoredValues.tsx";
import GeneralSettings from "./preferences/GeneralSettings.tsx";
import { Taxes } from "./taxes/Taxes.tsx";

/** /setting/{panel?}/{id?}: settings whose own route is not named. */
const OtherSettings = () => {
  const { panel } = useParams();
  if (panel === undefined) return <GeneralSettings />;
  if (panel === "default") return <StoredValues />;
  return panel === "tax" ? <Taxes /> : <NotInThisVersion />;
};

export default OtherSettings;
