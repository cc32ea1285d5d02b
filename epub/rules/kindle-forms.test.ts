import { book, book2 } from '../testing/book.ts'
import { inChapter } from '../testing/changes.ts'
import { testRule } from '../testing/test-rule.ts'
import { kindleForms } from './kindle-forms.ts'

const both = (before: string, after: string) => ({ broken: book(inChapter(before)), repaired: book(inChapter(after)) })

testRule(kindleForms, {
  sound: [book(), book2(), book(inChapter('<svg xmlns="http://www.w3.org/2000/svg"><script>a</script></svg>'))],
  cases: {
    'a form: its words stay, its fields go': both(
      '<form action="#" class="ask"><p><label for="a">Name <input id="a" type="text"/></label> <button type="submit">Go</button></p></form>',
      '<div class="ask"><p><span>Name </span> <span>Go</span></p></div>',
    ),
    'a choice': both(
      '<p><select name="a"><option value="1">One</option><option>Two</option></select></p>',
      '<p><span><span>One</span><span>Two</span></span></p>',
    ),
    'a plug-in: what stands for it stays': both(
      '<object data="a.swf" type="application/x-shockwave-flash"><param name="a" value="b"/><p>No film</p></object>',
      '<div><p>No film</p></div>',
    ),
    'a picture as an object': both(
      '<p><object data="picture.png" type="image/png" title="A dot"></object></p>',
      '<p><img src="picture.png" alt="A dot"/></p>',
    ),
    'a canvas and a script': both('<p>a<canvas width="9" height="9">b</canvas></p><script>draw()</script>', '<p>ab</p>'),
  },
})
