/** Words the demo company is made of. */
export const firstNames =
  "Dana,Marta,Owen,Priya,Lucas,Hana,Theo,Ines,Caleb,Noor,Silas,Greta,Mateo,Wren,Jonah,Amara,Felix,Leila,Hugo,Ruth,Anton,Mina,Oscar,Tessa,Ravi,Clara,Elias,Maya,Simon,Nadia,Jasper,Bea,Kofi,Lena,Arlo,Sofia,Tomas,Ivy,Darius,Elsa".split(
    ",",
  );
export const lastNames =
  "Whitcomb,Okafor,Tran,Alvarez,Kim,Patel,Brooks,Chen,Haddad,Fischer,Moreau,Ito,Grant,Nguyen,Price,Romero,Lindqvist,Abbott,Castillo,Dube,Eriksen,Farouk,Galvin,Hale,Ivanov,Jensen,Kowalski,Larsen,Mbeki,Novak,Ortega,Pruitt,Quinn,Reyes,Sorensen,Takeda,Ueda,Voss,Weaver,Yilmaz,Zeller,Byrne,Cole,Draper,Ellis".split(
    ",",
  );
export const dogNames =
  "Biscuit,Moss,Pepper,Mochi,Luna,Freja,Simba,Rex,Duke,Tofu,Zaza,Bruno,Coco,Hachi,Otis,Bao,Daisy,Chispa,Willow,Rosie,Ziggy,Maple,Juno,Archie,Nala,Hazel,Gus,Poppy,Scout,Olive,Tank,Birdie,Waffles,Clover,Rufus,Pickle".split(
    ",",
  );
export const catNames = "Nori,Miso,Smudge,Opal,Figaro,Saffron,Bean,Inky".split(",");
/** What grown ones weigh in pounds, from and to. */
export type Breed = [breed: string, from: number, to: number];
export const dogBreeds: readonly Breed[] = [
  ["Standard poodle", 45, 70],
  ["Cocker spaniel", 20, 30],
  ["Shih tzu", 9, 16],
  ["Pomeranian", 4, 8],
  ["Goldendoodle", 45, 75],
  ["Samoyed", 40, 65],
  ["Golden retriever", 55, 75],
  ["Boxer", 50, 75],
  ["Schnauzer", 14, 20],
  ["Maltese", 5, 8],
  ["Dachshund", 12, 30],
  ["Bichon", 10, 18],
  ["Shiba", 17, 24],
  ["Basset", 40, 62],
  ["Corgi", 22, 30],
  ["Beagle", 20, 28],
  ["Chihuahua", 4, 7],
  ["Mixed breed", 12, 65],
];
export const catBreeds: readonly Breed[] = [
  ["Domestic shorthair", 8, 12],
  ["Maine coon", 12, 20],
  ["Persian", 8, 12],
  ["Siamese", 7, 11],
];
export const coats = ["black", "white", "cream", "golden", "tan", "brown", "grey", "red"];
export const streets =
  "Alder St,Maple St,Pine St,Union St,Boylston Ave,Summit Ave,Republican St,Yesler Way,Fremont Ave N,Greenwood Ave N,Phinney Ave N,Stone Way N".split(
    ",",
  );
export const remarks = [
  "Hates the dryer near the ears. Cheese works.",
  "Shy at first, warms up with a minute of calm.",
  "Please keep the tail long.",
  "Sensitive left hip, go easy on standing.",
  "Loves everybody. Do not leave treats in reach.",
  "Matting behind the ears, owner knows.",
];
export const questions = [
  "Hi! Can we come half an hour later on our next visit?",
  "Thank you, she looks wonderful!",
  "Do you also trim nails without an appointment?",
  "We may have left a blue leash with you.",
];
