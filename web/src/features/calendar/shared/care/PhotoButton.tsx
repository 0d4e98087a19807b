import { PickPicture } from "../../../../app/upload/PickPicture.tsx";
import { uploadFile } from "../../../../app/upload/upload.ts";

type Props = { label: string; onPicked: (path: string) => void };

/** Takes or picks one photo that only people of the business see. */
export const PhotoButton = ({ label, onPicked }: Props) => (
  <PickPicture
    button={{ size: "small", "aria-label": label }}
    upload={(file, way) => uploadFile(file, false, way)}
    onPicked={({ path }) => onPicked(path)}
  >
    Photo
  </PickPicture>
);
