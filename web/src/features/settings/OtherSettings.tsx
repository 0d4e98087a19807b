import { useParams } from "react-router";
import NotInThisVersion from "../../app/NotInThisVersion.tsx";
import GeneralSettings from "./GeneralSettings.tsx";
import { StoredValues } from "./general/StoredValues.tsx";
import { Taxes } from "./Taxes.tsx";

/** /setting/{panel?}/{id?}: settings whose own route is not named. */
const OtherSettings = () => {
  const { panel } = useParams();
  if (panel === undefined) return <GeneralSettings />;
  if (panel === "default") return <StoredValues />;
  return panel === "tax" ? <Taxes /> : <NotInThisVersion />;
};

export default OtherSettings;
