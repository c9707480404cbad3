export const title = 'Your first steps'
export const profile = {
  label: 'Introduce yourself',
  text: 'A picture and a few words: readers see who is behind a review.',
}
export const review = {
  label: 'Review a tool that you use',
  text: 'What it does well, and what it does not. Five minutes are enough.',
}
export const follow = {
  label: 'Follow a reviewer',
  text: 'Find a person with your job among the newest reviews.',
}
export const done = '<hidden>Done: </hidden>{label}'
